package tallygate.callback.handler;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import tallygate.callback.Delivery;
import tallygate.callback.TraceContext;
import tallygate.signature.Header;

/**
 * What handlers measure time with and draw chance from.
 *
 * @param clock for signature timestamps and for dates in answers
 * @param nanos a monotonic clock, for timeouts
 * @param dice used by many threads at once, so it must be safe for that
 * @param lateResults takes what a consumer says of a task that nobody here waits for
 * @param tracedOneIn one of so many tasks is traced; 1 also where no traces are kept, so that receivers may keep theirs
 */
public record HandlerTools(
        InstantSource clock, LongSupplier nanos, RandomGenerator dice, LateResults lateResults, int tracedOneIn) {
    /** What receivers are told of the trace: all tries of a task share one, and each has a span of its own. */
    Header trace(Delivery delivery) {
        TraceContext trace = TraceContext.ofTask(delivery.taskId());
        return trace.header(trace.attempt(delivery.attempt()), trace.isOneOf(tracedOneIn));
    }

    /** Without traces. */
    public HandlerTools(InstantSource clock, LongSupplier nanos, RandomGenerator dice, LateResults lateResults) {
        this(clock, nanos, dice, lateResults, 1);
    }

    /** Without anybody to take late results: they count as unknown to us. */
    public HandlerTools(InstantSource clock, LongSupplier nanos, RandomGenerator dice) {
        this(clock, nanos, dice, (_, _) -> LateResults.Taken.NOT_OURS);
    }
}
