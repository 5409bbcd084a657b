package tallygate.callback.handler;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What handlers measure time with and draw chance from.
 *
 * @param clock for signature timestamps and for dates in answers
 * @param nanos a monotonic clock, for timeouts
 * @param dice used by many threads at once, so it must be safe for that
 * @param lateResults takes what a consumer says of a task that nobody here waits for
 */
public record HandlerTools(InstantSource clock, LongSupplier nanos, RandomGenerator dice, LateResults lateResults) {
    /** Without anybody to take late results: they count as unknown to us. */
    public HandlerTools(InstantSource clock, LongSupplier nanos, RandomGenerator dice) {
        this(clock, nanos, dice, (_, _) -> LateResults.Taken.NOT_OURS);
    }
}
