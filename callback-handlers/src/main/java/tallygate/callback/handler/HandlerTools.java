package tallygate.callback.handler;

import java.time.InstantSource;
import java.util.Optional;
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
 * @param tokens bind what consumers say to what they were handed
 * @param tracedOneIn one of so many tasks is traced; 1 also where no traces are kept, so that receivers may keep theirs
 */
public record HandlerTools(
        InstantSource clock,
        LongSupplier nanos,
        RandomGenerator dice,
        LateResults lateResults,
        ResultTokens tokens,
        int tracedOneIn) {
    /** What receivers are told of the trace: all tries of a task share one, and each has a span of its own. */
    Header trace(Delivery delivery) {
        TraceContext trace = TraceContext.ofTask(delivery.taskId());
        return trace.header(trace.attempt(delivery.attempt()), trace.isOneOf(tracedOneIn));
    }

    /** Without traces, and with tokens that only this process takes. */
    public HandlerTools(InstantSource clock, LongSupplier nanos, RandomGenerator dice, LateResults lateResults) {
        this(clock, nanos, dice, lateResults, ResultTokens.ofThisProcess(), 1);
    }

    /** Without anybody to take late results: they count as unknown to us. */
    public HandlerTools(InstantSource clock, LongSupplier nanos, RandomGenerator dice) {
        this(clock, nanos, dice, (_, _, _) -> LateResults.Taken.NOT_OURS);
    }

    /** The token of a hand-out as a header; none while it cannot be made. */
    Optional<Header> tokenHeader(Delivery delivery) {
        return tokens.offered(ResultTokens.task(delivery.taskId()), delivery.handOut())
                .map(token -> new Header(ResultTokens.HEADER, token));
    }

    /** The token of a hand-out. */
    String token(Delivery delivery) {
        return tokens.of(ResultTokens.task(delivery.taskId()), delivery.handOut());
    }
}
