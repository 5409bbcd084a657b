package tallygate.gateway.process;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Spreads retries, so that tasks that failed together do not come back together. */
public sealed interface Jitter {
    /** @return the delay to use instead of the planned one, at least one millisecond */
    Duration spread(Duration planned, RandomGenerator dice);

    /** Up to so many per cent shorter or longer, evenly. */
    record Percent(int percent) implements Jitter {
        public Percent {
            if (percent < 0 || percent > 100) {
                throw new IllegalArgumentException("jitter must be 0..100 per cent, was " + percent);
            }
        }

        @Override
        public Duration spread(Duration planned, RandomGenerator dice) {
            long reach = planned.toMillis() * percent / 100;
            return atLeastOneMilli(planned.toMillis() + between(-reach, reach, dice));
        }
    }

    /** The planned delay plus something from the range, both ends included; a negative low end shortens. */
    record Range(Duration low, Duration high) implements Jitter {
        public Range {
            if (high.compareTo(low) < 0) {
                throw new IllegalArgumentException("jitter range ends at " + high + " before it begins at " + low);
            }
            if (low.abs().compareTo(Backoff.DELAY_BOUND) > 0 || high.abs().compareTo(Backoff.DELAY_BOUND) > 0) {
                throw new IllegalArgumentException(
                        "jitter range must lie within " + Backoff.DELAY_BOUND + ", was " + low + ".." + high);
            }
        }

        @Override
        public Duration spread(Duration planned, RandomGenerator dice) {
            return atLeastOneMilli(planned.toMillis() + between(low.toMillis(), high.toMillis(), dice));
        }
    }

    private static long between(long low, long high, RandomGenerator dice) {
        return low + dice.nextLong(high - low + 1);
    }

    private static Duration atLeastOneMilli(long millis) {
        return Duration.ofMillis(Math.max(1, millis));
    }
}
