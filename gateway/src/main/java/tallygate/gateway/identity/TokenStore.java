package tallygate.gateway.identity;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.gateway.task.Actor;

/** Programs' tokens. Each change is one transaction with its audit row, except signs of life. */
public interface TokenStore {
    /**
     * A token to be added.
     *
     * @param digest hex SHA-256 of its value
     */
    record NewToken(String name, Set<Permission> permissions, String digest, Optional<Duration> life) {}

    long add(NewToken token, Actor actor);

    Optional<AccessToken> token(String digest);

    List<AccessToken> tokens();

    boolean revoke(long token, Actor actor, String reason);

    void used(long token);
}
