package tallygate.gateway.ingest;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tallygate.callback.TraceContext;
import tallygate.gateway.trace.Attribute;
import tallygate.gateway.trace.Span;
import tallygate.gateway.trace.Spans;
import tallygate.signature.RawRequest;

/** The beginning of each task's trace: the callback, and within it the wait for the commit. */
final class CallbackSpans {
    private CallbackSpans() {}

    /** When it came, when it was proven, when it was acknowledged, by the monotonic clock. */
    record Times(long arrived, long judged, long answered) {}

    static void record(Spans spans, Desk desk, RawRequest request, List<Receipt> stored, Times times) {
        for (Receipt receipt : stored) {
            TraceContext trace = TraceContext.ofTask(receipt.task().value());
            if (spans.takes(trace)) {
                record(spans, trace, desk, request, receipt, times);
            }
        }
    }

    private static void record(
            Spans spans, TraceContext trace, Desk desk, RawRequest request, Receipt receipt, Times times) {
        Map<Attribute, String> attributes = new EnumMap<>(Attribute.class);
        attributes.put(Attribute.ENDPOINT, desk.endpoint().name());
        attributes.put(Attribute.PROVIDER, desk.endpoint().provider());
        attributes.put(Attribute.ROUTE, desk.endpoint().route());
        attributes.put(Attribute.TASK, receipt.task().toString());
        attributes.put(Attribute.METHOD, request.method());
        attributes.put(Attribute.OUTCOME, receipt.isNew() ? "stored" : "duplicate");
        // A second delivery is a span of its own below the first one's.
        String id = receipt.isNew() ? trace.root() : trace.span("again " + times.arrived);
        spans.record(new Span(
                trace,
                id,
                receipt.isNew() ? "" : trace.root(),
                Span.Kind.SERVER,
                "callback",
                times.arrived,
                times.answered,
                attributes,
                outside(request),
                false));
        if (receipt.isNew()) {
            spans.record(new Span(
                    trace,
                    trace.span("commit"),
                    id,
                    Span.Kind.INTERNAL,
                    "commit",
                    times.judged,
                    times.answered,
                    Map.of(Attribute.TASK, receipt.task().toString()),
                    "",
                    false));
        }
    }

    /** Whatever a stranger says of a trace is pointed at, and never gone on with. */
    private static String outside(RawRequest request) {
        List<String> values = request.headerValues("traceparent");
        return values.size() == 1 ? values.getFirst() : "";
    }
}
