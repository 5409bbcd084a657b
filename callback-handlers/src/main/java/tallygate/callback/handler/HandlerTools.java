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
 */
public record HandlerTools(InstantSource clock, LongSupplier nanos, RandomGenerator dice) {}
