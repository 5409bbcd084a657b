package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.identity.User;
import tallygate.gateway.identity.oidc.AttemptStore;
import tallygate.gateway.identity.oidc.Proven;
import tallygate.gateway.task.Actor;

/** Sign-ins by the identity provider, and the people it vouched for. */
final class MySqlAttemptStore implements AttemptStore {
    private final Transactor transactor;

    MySqlAttemptStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public void begin(Attempt attempt) {
        transactor.run("begin sign-in", Transactor.Mode.WHOLE, session -> {
            session.prepare(IdentitySql.PURGE_ATTEMPTS).add(attempt.begunAt()).update();
            return session.prepare(IdentitySql.BEGIN)
                    .add(attempt.stateDigest())
                    .add(attempt.returnTo())
                    .add(attempt.sessionKey())
                    .add(attempt.begunAt())
                    .add(attempt.endsAt())
                    .update();
        });
    }

    @Override
    public Optional<Attempt> take(String stateDigest, Instant now) {
        return transactor.run("take sign-in", Transactor.Mode.WHOLE, session -> {
            Optional<Attempt> found = read(session, stateDigest);
            if (found.isPresent()
                    && session.prepare(IdentitySql.TAKE).add(stateDigest).update() != 1) {
                throw new IllegalStateException("a sign-in vanished under its lock");
            }
            return found.filter(attempt -> now.isBefore(attempt.endsAt()));
        });
    }

    private static Optional<Attempt> read(Session session, String stateDigest) throws SQLException {
        try (ResultSet row =
                session.prepare(IdentitySql.ATTEMPT).add(stateDigest).query()) {
            return row.next()
                    ? Optional.of(new Attempt(
                            stateDigest,
                            row.getString(1),
                            row.getString(2),
                            Params.instant(row, 3),
                            Params.instant(row, 4)))
                    : Optional.empty();
        }
    }

    @Override
    public Optional<User> admit(Proven person, Actor actor) {
        return transactor.run("admit person", Transactor.Mode.WHOLE, session -> {
            Optional<User> known = find(session, person);
            if (known.isEmpty()) {
                return add(session, person, actor);
            }
            User user = known.get();
            if (user.role() == person.role()) {
                return known;
            }
            session.prepare(IdentitySql.ROLE)
                    .add(person.role().word())
                    .add(user.id())
                    .update();
            note(session, actor, "user-role", user.name(), "role=" + user.role().word(), person);
            return find(session, person);
        });
    }

    private static Optional<User> find(Session session, Proven person) throws SQLException {
        byte[] subject = person.subject().getBytes(StandardCharsets.UTF_8);
        List<User> found = IdentityRows.users(session.prepare(IdentitySql.USER_BY_SUBJECT)
                .add(person.issuer())
                .add(subject));
        return found.stream().findFirst();
    }

    private static Optional<User> add(Session session, Proven person, Actor actor) throws SQLException {
        int added = session.prepare(IdentitySql.ADD_EXTERNAL)
                .add(person.name())
                .add(person.role().word())
                .add(person.issuer())
                .addBytes(person.subject())
                .update();
        if (added != 1) {
            return Optional.empty();
        }
        note(session, actor, "user-add", person.name(), "", person);
        return find(session, person);
    }

    private static void note(Session session, Actor actor, String action, String name, String before, Proven person)
            throws SQLException {
        String after = "role=" + person.role().word();
        AuditSql.write(
                session,
                actor,
                new AuditSql.Entry(action, "user", name, before, after, "groups at " + person.issuer()));
    }
}
