package tallygate.gateway.process;

import java.time.Duration;

/**
 * How a task waits because its receiver wishes so. What does not use a try: its order is not there yet, or the receiver works
 * on it.
 *
 * @param first the shortest pause
 * @param max the longest pause
 * @param deadline age of the task after which such an answer counts as a failed try, so that no task waits for ever
 * @param askedMax a receiver that asks for a longer pause, with or without using a try, is asked again after this
 */
public record Waits(Duration first, Duration max, Duration deadline, Duration askedMax) {
    /** Retry-After counts up to an hour unless the route says otherwise. */
    static final Duration ASKED_MAX = Duration.ofHours(1);

    /** 5 s to 5 min, for a day. */
    public static final Waits DEFAULT = new Waits(Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofDays(1));

    /** With the usual bound for what a receiver asks for. */
    public Waits(Duration first, Duration max, Duration deadline) {
        this(first, max, deadline, ASKED_MAX);
    }

    public Waits {
        if (first.isNegative() || first.isZero() || max.compareTo(first) < 0) {
            throw new IllegalArgumentException("a wait needs 0 < first <= max, was " + first + ", " + max);
        }
        if (!askedMax.isPositive()) {
            throw new IllegalArgumentException("askedMax must be positive, was " + askedMax);
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
