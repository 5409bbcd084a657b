package tallygate.callback.guard;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/**
 * Committed keys in Redis, each with a time to live: {@code SET key 1 NX EX} after the commit, never before. A key that is set
 * first, as is often shown, marks as done what its process may never have done.
 */
public final class RedisSeenKeys implements SeenKeys {
    private static final Logger log = LoggerFactory.getLogger(RedisSeenKeys.class);

    private final RedisClient redis;
    private final String prefix;
    private final Duration kept;

    /** @param kept after this a duplicate goes to the database again, which knows it for ever */
    public RedisSeenKeys(RedisClient redis, String prefix, Duration kept) {
        if (kept.toSeconds() < 1) {
            throw new IllegalArgumentException("keys are kept for at least a second, not for " + kept);
        }
        this.redis = redis;
        this.prefix = prefix;
        this.kept = kept;
    }

    @Override
    public boolean isSeen(String key) {
        try {
            return redis.exists(prefix + key);
        } catch (JedisException e) {
            log.warn("redis cannot be asked for a key, the database decides: {}", e.getMessage());
            return false;
        }
    }

    @Override
    public void remember(String key) {
        try {
            redis.set(prefix + key, "1", SetParams.setParams().nx().ex(kept.toSeconds()));
        } catch (JedisException e) {
            log.warn("redis does not keep a key, its duplicates go to the database: {}", e.getMessage());
        }
    }
}
