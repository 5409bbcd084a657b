package tallygate.gateway.saga;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import tallygate.callback.TraceContext;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.callback.saga.Reply;
import tallygate.gateway.trace.Attribute;
import tallygate.gateway.trace.Span;
import tallygate.gateway.trace.Spans;

/** Calls of steps in the trace of the task that started their saga; of a saga of its own where none did. */
final class StepSpans {
    private final Spans spans;
    private final LongSupplier nanos;

    StepSpans(Spans spans, LongSupplier nanos) {
        this.spans = spans;
        this.nanos = nanos;
    }

    boolean areOn() {
        return spans.isOn();
    }

    boolean take(TraceContext trace) {
        return spans.takes(trace);
    }

    static TraceContext trace(Snapshot saga) {
        try {
            String task = JsonReader.read(saga.payload()).scalarAt("/event/taskId");
            return task.isEmpty() ? TraceContext.ofSaga(saga.id().value()) : TraceContext.ofTask(Long.parseLong(task));
        } catch (UnreadableException | NumberFormatException _) {
            return TraceContext.ofSaga(saga.id().value());
        }
    }

    /** Different for each send and each question, the same wherever it is worked out. */
    static String id(TraceContext trace, Call call) {
        Entry entry = call.entry();
        return trace.span(call.kind() + " " + entry.requestId() + " " + entry.tries() + " " + entry.mark());
    }

    void record(Snapshot saga, TraceContext trace, Call call, Reply reply, long startNanos) {
        Map<Attribute, String> attributes = new EnumMap<>(Attribute.class);
        attributes.put(Attribute.SAGA, saga.id().value());
        attributes.put(Attribute.SAGA_TYPE, saga.type());
        attributes.put(Attribute.STEP, call.step().name());
        attributes.put(Attribute.DIRECTION, call.entry().direction() == Direction.FORWARD ? "forward" : "compensation");
        attributes.put(Attribute.ATTEMPT, Integer.toString(call.entry().tries()));
        attributes.put(Attribute.OUTCOME, Course.outcome(reply));
        spans.record(new Span(
                trace,
                id(trace, call),
                trace.root(),
                Span.Kind.CLIENT,
                "saga step",
                startNanos,
                nanos.getAsLong(),
                attributes,
                "",
                !(reply instanceof Reply.Done)));
    }
}
