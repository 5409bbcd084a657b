package tallygate.gateway.saga;

import java.time.Duration;

/**
 * How a step's timeout follows its measured latency: factor × P99 between floor and ceiling.
 *
 * @param initial used until enough is measured
 * @param factor 3..5 as a rule
 */
public record TimeoutRule(Duration initial, Duration floor, Duration ceiling, double factor) {
    public static final TimeoutRule STANDARD =
            new TimeoutRule(Duration.ofSeconds(5), Duration.ofMillis(500), Duration.ofSeconds(20), 4);

    public TimeoutRule {
        if (floor.toMillis() < 1 || floor.compareTo(ceiling) > 0) {
            throw new IllegalArgumentException(
                    "a timeout's floor is 1 ms up to its ceiling, got " + floor + ".." + ceiling);
        }
        if (initial.compareTo(floor) < 0 || initial.compareTo(ceiling) > 0) {
            throw new IllegalArgumentException(
                    "the first timeout (" + initial + ") must lie between " + floor + " and " + ceiling);
        }
        if (!(factor >= 1 && factor <= 20)) {
            throw new IllegalArgumentException("a timeout's factor is 1..20, got " + factor);
        }
    }

    /** The timeout for a measured 99th percentile. */
    Duration of(Duration p99) {
        Duration wanted = Duration.ofNanos((long) (p99.toNanos() * factor));
        return wanted.compareTo(floor) < 0 ? floor : wanted.compareTo(ceiling) > 0 ? ceiling : wanted;
    }
}
