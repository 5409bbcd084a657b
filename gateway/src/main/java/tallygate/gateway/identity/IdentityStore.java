package tallygate.gateway.identity;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.Actor;

/** Users and sessions. Each change is one transaction with its audit row, except signs of life. */
public interface IdentityStore {
    /**
     * A person to be added.
     *
     * @param mustChange the password is a first one
     */
    record NewUser(String name, Role role, String passwordHash, boolean mustChange) {}

    Optional<User> user(String name);

    Optional<User> user(long id);

    List<User> users();

    /** @return false when the name is taken */
    boolean add(NewUser user, Actor actor);

    /** The first user; does nothing when there is any. @return true when it was added */
    boolean addFirst(NewUser user, Actor actor);

    void password(long user, String hash, boolean mustChange, Actor actor);

    void role(long user, Role role, Actor actor, String reason);

    /** Ends all sessions of the person too when disabled. */
    void disabled(long user, boolean isDisabled, Actor actor, String reason);

    void preferences(long user, User.Preferences preferences);

    /** Counts a wrong password; none is tried before that instant. */
    void failed(long user, Instant lockedUntil, Actor actor);

    /** Forgets wrong passwords and notes the signing-in. */
    void signedIn(long user, Actor actor);

    void open(Session session);

    Optional<Session> session(String key);

    void seen(String key, Instant at);

    /**
     * The person proved themselves anew: the session goes on under another key, so that whoever knew the old one is out.
     *
     * @param by {@code password-confirmed} or {@code provider-confirmed}
     * @return false when there is no such session any more
     */
    boolean renew(String key, String freshKey, Instant confirmedAt, Actor actor, String by);

    /** Ends one session. @return false when there is none */
    boolean end(String key, Actor actor, String reason);

    /** Open sessions of a person, or of everybody when empty; latest first. */
    List<Session> sessions(Optional<Long> user);
}
