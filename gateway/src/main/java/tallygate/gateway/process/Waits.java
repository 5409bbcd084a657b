package tallygate.gateway.process;

import java.time.Duration;

/**
 * How a task waits that is not to use a try: its order is not there yet, or the receiver works on it.
 *
 * @param first the shortest pause
 * @param max the longest pause
 * @param deadline age of the task after which such an answer counts as a failed try, so that no task waits for ever
 */
public record Waits(Duration first, Duration max, Duration deadline) {
    /** 5 s to 5 min, for a day. */
    public static final Waits DEFAULT = new Waits(Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofDays(1));

    public Waits {
        if (first.isNegative() || first.isZero() || max.compareTo(first) < 0) {
            throw new IllegalArgumentException("a wait needs 0 < first <= max, was " + first + ", " + max);
        }
        if (deadline.isNegative() || deadline.compareTo(Backoff.DELAY_BOUND) > 0) {
            throw new IllegalArgumentException(
                    "the deadline of waits must be 0.." + Backoff.DELAY_BOUND + ", was " + deadline);
        }
    }

    /** The longer a task has waited, the longer its next pause: a quarter of its age, within the bounds. */
    Duration pauseAt(Duration age) {
        Duration quarter = age.dividedBy(4);
        if (quarter.compareTo(first) < 0) {
            return first;
        }
        return quarter.compareTo(max) < 0 ? quarter : max;
    }
}
