package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;

/** How long the pauses between tries are, before jitter, and how many retries there are at most. Never unlimited. */
public sealed interface Backoff {
    /** More retries than this are refused: a task that can never end hides among those that can. */
    int RETRIES_BOUND = 100;

    /** A single pause longer than this is refused. */
    Duration DELAY_BOUND = Duration.ofDays(30);

    /** Retries after the first try. */
    int retriesMax();

    /** @param retry number of the retry, from 0 to {@link #retriesMax()} - 1 */
    Duration delay(int retry);

    /** One pause a retry, in order. */
    record Schedule(List<Duration> delays) implements Backoff {
        public Schedule {
            delays = List.copyOf(delays);
            requireRetries(delays.size());
            delays.forEach(Backoff::requireDelay);
        }

        @Override
        public int retriesMax() {
            return delays.size();
        }

        @Override
        public Duration delay(int retry) {
            return delays.get(retry);
        }
    }

    /** The same pause before each retry. */
    record Fixed(Duration every, int retriesMax) implements Backoff {
        public Fixed {
            requireRetries(retriesMax);
            requireDelay(every);
        }

        @Override
        public Duration delay(int retry) {
            return every;
        }
    }

    /** {@code min(first * factor^retry, max)}. */
    record Exponential(Duration first, int factor, Duration max, int retriesMax) implements Backoff {
        public Exponential {
            requireRetries(retriesMax);
            requireDelay(first);
            requireDelay(max);
            if (factor < 1 || factor > 10) {
                throw new IllegalArgumentException("backoff factor must be 1..10, was " + factor);
            }
            if (max.compareTo(first) < 0) {
                throw new IllegalArgumentException("backoff max " + max + " is below its first delay " + first);
            }
        }

        @Override
        public Duration delay(int retry) {
            Duration delay = first;
            for (int n = 0; n < retry && delay.compareTo(max) < 0; n++) {
                delay = delay.multipliedBy(factor);
            }
            return delay.compareTo(max) < 0 ? delay : max;
        }
    }

    private static void requireRetries(int retriesMax) {
        if (retriesMax < 0 || retriesMax > RETRIES_BOUND) {
            throw new IllegalArgumentException("retries must be 0.." + RETRIES_BOUND + ", were " + retriesMax);
        }
    }

    private static void requireDelay(Duration delay) {
        if (delay.isNegative() || delay.isZero() || delay.compareTo(DELAY_BOUND) > 0) {
            throw new IllegalArgumentException(
                    "a retry delay must be above 0 and at most " + DELAY_BOUND + ", was " + delay);
        }
    }
}
