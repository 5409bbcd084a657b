package tallygate.config;

import java.time.Duration;
import java.util.List;
import tallygate.config.key.Rules;
import tallygate.config.value.DurationText;

/** The pauses between tries, before jitter, and how many retries there are. Never unlimited. */
public sealed interface Backoff {
    /** A task that can never end hides among those that can. */
    int RETRIES_BOUND = 100;

    /** The longest single pause. */
    Duration DELAY_BOUND = Duration.ofDays(30);

    /** Retries after the first try. */
    int retriesMax();

    /** The pause before a retry, before jitter; retries count from 0. */
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
    record Fixed(Duration delay, int retriesMax) implements Backoff {
        public Fixed {
            requireRetries(retriesMax);
            requireDelay(delay);
        }

        @Override
        public Duration delay(int retry) {
            return delay;
        }
    }

    /** {@code min(first * factor^n, cap)} before retry n, counted from 0. */
    record Exponential(Duration first, int factor, Duration cap, int retriesMax) implements Backoff {
        public Exponential {
            requireRetries(retriesMax);
            requireDelay(first);
            requireDelay(cap);
            new Rules()
                    .must(factor >= 1 && factor <= 10, "factor must be 1 to 10, is " + factor, "factor")
                    .must(
                            cap.compareTo(first) >= 0,
                            "cap (" + DurationText.format(cap) + ") must not be below first ("
                                    + DurationText.format(first) + ")",
                            "cap",
                            "first")
                    .hold();
        }

        @Override
        public Duration delay(int retry) {
            Duration delay = first;
            for (int n = 0; n < retry && delay.compareTo(cap) < 0; n++) {
                delay = delay.multipliedBy(factor);
            }
            return delay.compareTo(cap) < 0 ? delay : cap;
        }
    }

    private static void requireRetries(int retries) {
        if (retries < 0 || retries > RETRIES_BOUND) {
            throw new IllegalArgumentException("retries are 0 to " + RETRIES_BOUND + ", got " + retries);
        }
    }

    private static void requireDelay(Duration delay) {
        if (!delay.isPositive() || delay.compareTo(DELAY_BOUND) > 0) {
            throw new IllegalArgumentException("a delay is above 0 and at most " + DELAY_BOUND + ", got " + delay);
        }
    }
}
