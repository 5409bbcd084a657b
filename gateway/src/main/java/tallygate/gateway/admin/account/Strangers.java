package tallygate.gateway.admin.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Wrong passwords for names that have none here. They wait like those of users, or the wait would tell which names exist. In this
 * node's memory only, and bounded: making it forget a name takes as many tries as it holds names.
 */
final class Strangers {
    private static final int NAMES_MAX = 10_000;
    private static final Duration KEPT_FOR = Duration.ofDays(1);

    private record Tries(int failures, Instant lockedUntil) {}

    private final Cache<String, Tries> tries = Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumSize(NAMES_MAX)
            .expireAfterWrite(KEPT_FOR)
            .build();

    Optional<Instant> lockedUntil(String name, Instant now) {
        return Optional.ofNullable(tries.getIfPresent(name))
                .map(Tries::lockedUntil)
                .filter(now::isBefore);
    }

    void failed(String name, Instant now) {
        tries.asMap().merge(name, after(1, now), (before, _) -> after(before.failures + 1, now));
    }

    private static Tries after(int failures, Instant now) {
        return new Tries(failures, now.plus(SignIn.lock(failures)));
    }
}
