package tallygate.gateway.admin.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tallygate.gateway.http.AddressRange;

/**
 * One password tried on many names locks no name. So an address has thirty wrong tries, and gets one back every three seconds; where it
 * is a proxy's or a whole office's, people behind it wait seconds, not for good. Addresses of IPv6 count by their /64, which one machine
 * has at will. Memory is bounded; what falls out starts anew.
 */
final class AddressPace {
    static final int TRIES = 30;
    static final Duration REFILL = Duration.ofSeconds(3);
    private static final int ADDRESSES_MAX = 10_000;

    /** When all tries would be there again; in the past: they are. */
    private final Cache<String, Instant> fullAt = Caffeine.newBuilder()
            .maximumSize(ADDRESSES_MAX)
            .executor(Runnable::run)
            .build();

    /**
     * Takes a try, before it is known whether it is a wrong one: tries at once are counted, too.
     *
     * @return until when there is none
     */
    Optional<Instant> take(String address, Instant now) {
        Instant[] free = {now};
        fullAt.asMap().compute(AddressRange.networkOf(address), (_, before) -> {
            Instant after = (before == null || before.isBefore(now) ? now : before).plus(REFILL);
            free[0] = after.minus(REFILL.multipliedBy(TRIES));
            return free[0].isAfter(now) && before != null ? before : after;
        });
        return free[0].isAfter(now) ? Optional.of(free[0]) : Optional.empty();
    }

    /** The try was no wrong one. */
    void right(String address) {
        fullAt.asMap().computeIfPresent(AddressRange.networkOf(address), (_, at) -> at.minus(REFILL));
    }

    /** How many addresses are held, for tests of the bound. */
    long size() {
        fullAt.cleanUp();
        return fullAt.estimatedSize();
    }
}
