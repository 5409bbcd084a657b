package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.identity.IdentityStore;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.User;
import tallygate.gateway.task.Actor;

/** Users and sessions; each change in one transaction with its audit row. */
final class MySqlIdentityStore implements IdentityStore {
    private final Transactor transactor;

    MySqlIdentityStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public Optional<User> user(String name) {
        return transactor.run(
                "find user",
                Transactor.Mode.READ,
                session -> readUsers(session.prepare(IdentitySql.USER_BY_NAME).add(name)).stream()
                        .findFirst());
    }

    @Override
    public Optional<User> user(long id) {
        return transactor.run(
                "find user",
                Transactor.Mode.READ,
                session -> readUsers(session.prepare(IdentitySql.USER_BY_ID).add(id)).stream()
                        .findFirst());
    }

    @Override
    public List<User> users() {
        return transactor.run(
                "list users", Transactor.Mode.READ, session -> readUsers(session.prepare(IdentitySql.USERS)));
    }

    @Override
    public boolean add(NewUser user, Actor actor) {
        return transactor.run("add user", Transactor.Mode.WHOLE, session -> add(session, user, actor, ""));
    }

    @Override
    public boolean addFirst(NewUser user, Actor actor) {
        return transactor.run("add first user", Transactor.Mode.WHOLE, session -> {
            try (ResultSet rows = session.prepare(IdentitySql.ANY_USER).query()) {
                if (rows.next()) {
                    return false;
                }
            }
            return add(session, user, actor, "the first start");
        });
    }

    private static boolean add(Session session, NewUser user, Actor actor, String reason) throws SQLException {
        int added = session.prepare(IdentitySql.ADD_USER)
                .add(User.requireFree(user.name()))
                .add(user.role().word())
                .add(user.passwordHash())
                .add(user.mustChange() ? 1 : 0)
                .update();
        if (added == 1) {
            note(
                    session,
                    actor,
                    "user-add",
                    user.name(),
                    "",
                    "role=" + user.role().word(),
                    reason);
        }
        return added == 1;
    }

    @Override
    public void password(long user, String hash, boolean mustChange, Actor actor) {
        change("set password", user, actor, "user-password", "", (session, before) -> {
            session.prepare(IdentitySql.PASSWORD)
                    .add(hash)
                    .add(mustChange ? 1 : 0)
                    .add(user)
                    .update();
            return "must_change=" + mustChange;
        });
    }

    @Override
    public void role(long user, Role role, Actor actor, String reason) {
        change("set role", user, actor, "user-role", reason, (session, before) -> {
            session.prepare(IdentitySql.ROLE).add(role.word()).add(user).update();
            return "role=" + role.word();
        });
    }

    @Override
    public void disabled(long user, boolean isDisabled, Actor actor, String reason) {
        change("disable user", user, actor, isDisabled ? "user-disable" : "user-enable", reason, (session, before) -> {
            session.prepare(IdentitySql.DISABLED)
                    .add(isDisabled ? 1 : 0)
                    .add(user)
                    .update();
            if (isDisabled) {
                session.prepare(IdentitySql.END_SESSIONS_OF).add(user).update();
            }
            return "disabled=" + isDisabled;
        });
    }

    @Override
    public void preferences(long user, User.Preferences wanted) {
        transactor.run(
                "set preferences",
                Transactor.Mode.EACH,
                session -> session.prepare(IdentitySql.PREFERENCES)
                        .add(wanted.language())
                        .add(wanted.theme())
                        .add(wanted.zone())
                        .add(wanted.hasKeys() ? 1 : 0)
                        .add(user)
                        .update());
    }

    @Override
    public void failed(long user, Instant lockedUntil, Actor actor) {
        change("note wrong password", user, actor, "sign-in-failed", "", (session, before) -> {
            session.prepare(IdentitySql.FAILED).add(lockedUntil).add(user).update();
            return "failures=" + (before.failures() + 1);
        });
    }

    @Override
    public void signedIn(long user, Actor actor) {
        change("note signing-in", user, actor, "sign-in", "", (session, before) -> {
            session.prepare(IdentitySql.SIGNED_IN).add(user).update();
            session.prepare(IdentitySql.PURGE_SESSIONS).update();
            return "";
        });
    }

    /** What is done to a user under its row lock. @return how it is afterwards, for the audit log */
    @FunctionalInterface
    private interface Doing {
        String on(Session session, User before) throws SQLException;
    }

    private void change(String what, long id, Actor actor, String action, String reason, Doing doing) {
        transactor.run(what, Transactor.Mode.WHOLE, session -> {
            List<User> found =
                    readUsers(session.prepare(IdentitySql.USER_LOCKED).add(id));
            if (found.isEmpty()) {
                throw new IllegalArgumentException("there is no user " + id);
            }
            User before = found.getFirst();
            String after = doing.on(session, before);
            String was = "role=" + before.role().word() + " disabled=" + before.isDisabled();
            note(session, actor, action, before.name(), was, after, reason);
            return true;
        });
    }

    @Override
    public void open(tallygate.gateway.identity.Session opened) {
        transactor.run(
                "open session",
                Transactor.Mode.EACH,
                session -> session.prepare(IdentitySql.OPEN_SESSION)
                        .add(opened.key())
                        .add(opened.userId())
                        .add(opened.createdAt())
                        .add(opened.seenAt())
                        .add(opened.confirmedAt())
                        .add(opened.endsAt())
                        .add(Texts.cut(opened.device().origin(), 128))
                        .add(Texts.cut(opened.device().agent(), 255))
                        .update());
    }

    @Override
    public Optional<tallygate.gateway.identity.Session> session(String key) {
        return transactor.run(
                "find session",
                Transactor.Mode.READ,
                session -> readSessions(
                                session.prepare(IdentitySql.SESSION_BY_KEY).add(key))
                        .stream()
                        .findFirst());
    }

    @Override
    public void seen(String key, Instant at) {
        transactor.run(
                "session seen",
                Transactor.Mode.EACH,
                session -> session.prepare(IdentitySql.SEEN).add(at).add(key).update());
    }

    @Override
    public boolean renew(String key, String freshKey, Instant confirmedAt, Actor actor, String by) {
        return transactor.run("renew session", Transactor.Mode.WHOLE, session -> {
            boolean isOpen = session.prepare(IdentitySql.RENEW)
                            .add(freshKey)
                            .add(confirmedAt)
                            .add(key)
                            .update()
                    == 1;
            if (isOpen) {
                note(session, actor, by, actor.name(), "", "", "");
            }
            return isOpen;
        });
    }

    @Override
    public boolean end(String key, Actor actor, String reason) {
        return transactor.run("end session", Transactor.Mode.WHOLE, session -> {
            boolean isEnded = session.prepare(IdentitySql.END_SESSION).add(key).update() == 1;
            if (isEnded) {
                AuditSql.write(
                        session,
                        actor,
                        new AuditSql.Entry("session-end", "session", key.substring(0, 12), "", "", reason));
            }
            return isEnded;
        });
    }

    @Override
    public List<tallygate.gateway.identity.Session> sessions(Optional<Long> user) {
        return transactor.run("list sessions", Transactor.Mode.READ, session -> {
            Params params = session.prepare(user.isPresent() ? IdentitySql.SESSIONS_OF : IdentitySql.SESSIONS);
            return readSessions(user.isPresent() ? params.add(user.get()) : params);
        });
    }

    private static void note(
            Session session, Actor actor, String action, String user, String before, String after, String reason)
            throws SQLException {
        AuditSql.write(session, actor, new AuditSql.Entry(action, "user", user, before, after, reason));
    }

    private static List<User> readUsers(Params query) throws SQLException {
        return IdentityRows.users(query);
    }

    private static List<tallygate.gateway.identity.Session> readSessions(Params query) throws SQLException {
        return IdentityRows.sessions(query);
    }
}
