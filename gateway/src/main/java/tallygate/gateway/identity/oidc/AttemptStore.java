package tallygate.gateway.identity.oidc;

import java.time.Instant;
import java.util.Optional;
import tallygate.gateway.identity.User;
import tallygate.gateway.task.Actor;

/** Sign-ins that are on their way to the identity provider, and the people it vouched for. */
public interface AttemptStore {
    /**
     * @param stateDigest hex SHA-256 of the state parameter
     * @param sessionKey the session to be confirmed, empty for a new one
     */
    record Attempt(String stateDigest, String returnTo, String sessionKey, Instant begunAt, Instant endsAt) {}

    void begin(Attempt attempt);

    /** Takes it away: nobody gets it a second time. Empty when it is not there any more. */
    Optional<Attempt> take(String stateDigest, Instant now);

    /**
     * The user of a proven person, made at their first sign-in, with the role that their groups give now.
     *
     * @return empty when another user has the name: nobody is given an account by its name
     */
    Optional<User> admit(Proven person, Actor actor);
}
