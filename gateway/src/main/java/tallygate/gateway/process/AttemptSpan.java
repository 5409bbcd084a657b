package tallygate.gateway.process;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.MDC;
import tallygate.callback.Outcome;
import tallygate.callback.TraceContext;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.trace.Attribute;
import tallygate.gateway.trace.Span;

/** One try in its task's trace: what is logged meanwhile names it, and its end is a span. */
final class AttemptSpan {
    private static final String TRACE_ID = "trace_id";
    private static final String SPAN_ID = "span_id";

    private final Instruments instruments;
    private final LeasedTask task;
    private final TraceContext trace;
    private final String id;
    private final long startNanos;

    private AttemptSpan(Instruments instruments, LeasedTask task) {
        this.instruments = instruments;
        this.task = task;
        this.trace = TraceContext.ofTask(task.lease().id().value());
        this.id = trace.attempt(task.attempts());
        this.startNanos = instruments.nanos().getAsLong();
    }

    /** On the thread that runs the try. */
    static AttemptSpan begin(Instruments instruments, LeasedTask task) {
        AttemptSpan span = new AttemptSpan(instruments, task);
        MDC.put(TRACE_ID, span.trace.traceId());
        MDC.put(SPAN_ID, span.id);
        return span;
    }

    /** What is logged of a try after it has ended names its trace, too. */
    static void inLog(Instruments instruments, LeasedTask task, Runnable tell) {
        if (!instruments.spans().isOn()) {
            tell.run();
            return;
        }
        AttemptSpan span = begin(instruments, task);
        try {
            tell.run();
        } finally {
            span.leave();
        }
    }

    /** Records a latency that points at the task's present try. */
    static void pointing(Instruments instruments, LeasedTask task, Timer timer, Duration took) {
        if (!instruments.spans().isOn()) {
            timer.record(took);
            return;
        }
        TraceContext trace = TraceContext.ofTask(task.lease().id().value());
        instruments.spans().pointing(trace, trace.attempt(task.attempts()), () -> timer.record(took));
    }

    void ended(Outcome outcome) {
        if (!instruments.spans().takes(trace)) {
            return;
        }
        Map<Attribute, String> attributes = new EnumMap<>(Attribute.class);
        attributes.put(Attribute.ROUTE, task.route());
        attributes.put(Attribute.TASK, task.lease().id().toString());
        attributes.put(Attribute.ATTEMPT, Integer.toString(task.attempts()));
        attributes.put(Attribute.OUTCOME, word(outcome));
        instruments
                .spans()
                .record(new Span(
                        trace,
                        id,
                        trace.root(),
                        Span.Kind.CLIENT,
                        "attempt",
                        startNanos,
                        instruments.nanos().getAsLong(),
                        attributes,
                        "",
                        !(outcome instanceof Outcome.Done || outcome instanceof Outcome.Park)));
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> "done";
            case Outcome.Retry _ -> "retry";
            case Outcome.Unknown _ -> "unknown";
            case Outcome.Park _ -> "park";
            case Outcome.Permanent _ -> "permanent";
            case Outcome.Misconfigured _ -> "misconfigured";
        };
    }

    /** The thread ends, and with it what it would have said. */
    void leave() {
        MDC.remove(TRACE_ID);
        MDC.remove(SPAN_ID);
    }
}
