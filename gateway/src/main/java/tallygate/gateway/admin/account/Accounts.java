package tallygate.gateway.admin.account;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.identity.AccessToken;
import tallygate.gateway.identity.IdentityStore;
import tallygate.gateway.identity.Passwords;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.identity.Role;
import tallygate.gateway.identity.Secrets;
import tallygate.gateway.identity.Session;
import tallygate.gateway.identity.TokenStore;
import tallygate.gateway.identity.User;
import tallygate.gateway.task.Actor;

/** Gives people and programs their way in; what is shown once is in no store. */
public final class Accounts {
    private final IdentityStore store;
    private final TokenStore tokens;
    private final Passwords passwords;
    private final Secrets secrets;

    public Accounts(IdentityStore store, TokenStore tokens, Passwords passwords, Secrets secrets) {
        this.store = store;
        this.tokens = tokens;
        this.passwords = passwords;
        this.secrets = secrets;
    }

    public List<User> users() {
        return store.users();
    }

    /** @return the one-time password */
    public String add(String name, Role role, Actor actor) {
        String password = passwords.oneTime();
        try {
            if (!store.add(new IdentityStore.NewUser(name, role, passwords.hash(password), true), actor)) {
                throw ProblemException.changedMeanwhile("The name " + name + " is taken.");
            }
        } catch (IllegalArgumentException e) {
            throw ProblemException.bad("name", String.valueOf(e.getMessage()));
        }
        return password;
    }

    /** @return the one-time password, which ends all sessions of the user */
    public String reset(String name, Actor actor) {
        User user = find(name);
        if (user.isExternal()) {
            throw ProblemException.forbidden(name + " signs in by the identity provider and has no password here.");
        }
        String password = passwords.oneTime();
        store.password(user.id(), passwords.hash(password), true, actor);
        store.sessions(Optional.of(user.id()))
                .forEach(session -> store.end(session.key(), actor, "the password was reset"));
        return password;
    }

    public void disable(String name, boolean isDisabled, Actor actor, String reason) {
        if (isDisabled && name.equals(actor.name())) {
            throw ProblemException.forbidden("Nobody disables themselves.");
        }
        store.disabled(find(name).id(), isDisabled, actor, reason);
    }

    public void role(String name, Role role, Actor actor, String reason) {
        if (name.equals(actor.name())) {
            throw ProblemException.forbidden("Nobody changes their own role.");
        }
        store.role(find(name).id(), role, actor, reason);
    }

    /** Open sessions of a user, latest first. */
    public List<Session> sessions(String name) {
        return store.sessions(Optional.of(find(name).id()));
    }

    /** @param key of the session, as lists show it */
    public void endSession(String name, String key, Actor actor) {
        long user = find(name).id();
        boolean isTheirs =
                store.session(key).filter(session -> session.userId() == user).isPresent();
        if (!isTheirs || !store.end(key, actor, "ended by " + actor.name())) {
            throw ProblemException.missing("There is no such session of " + name + ".");
        }
    }

    /** @throws ProblemException 404 */
    public User find(String name) {
        return store.user(name).orElseThrow(() -> ProblemException.missing("There is no user \"" + name + "\"."));
    }

    public List<AccessToken> tokens() {
        return tokens.tokens();
    }

    /**
     * Makes a token.
     *
     * @param days it lives, 1..3650; empty: until it is revoked
     * @return its value
     */
    public String addToken(String name, List<String> permissions, String days, Actor actor) {
        if (permissions.isEmpty() || !name.matches("[A-Za-z0-9._-]{1,48}")) {
            throw ProblemException.bad(
                    "token", "needs a name of 1..48 of A-Z a-z 0-9 . _ - and at least one permission");
        }
        if (!days.matches("([1-9]\\d{0,3})?")) {
            throw ProblemException.bad("days", "is a number of days, was " + days);
        }
        Set<Permission> granted;
        try {
            granted = permissions.stream().map(Permission::of).collect(Collectors.toSet());
        } catch (IllegalArgumentException e) {
            throw ProblemException.bad("permission", String.valueOf(e.getMessage()));
        }
        Optional<Duration> life =
                days.isEmpty() ? Optional.empty() : Optional.of(Duration.ofDays(Long.parseLong(days)));
        String token = "tg_" + secrets.next();
        tokens.add(new TokenStore.NewToken(name, granted, Secrets.digest(token), life), actor);
        return token;
    }

    public void revoke(long token, Actor actor) {
        if (!tokens.revoke(token, actor, "")) {
            throw ProblemException.changedMeanwhile("There is no good token " + token + ".");
        }
    }
}
