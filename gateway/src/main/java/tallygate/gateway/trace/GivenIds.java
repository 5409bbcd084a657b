package tallygate.gateway.trace;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.sdk.trace.IdGenerator;

/** Lets a span have the ids that its receivers were told, which the SDK asks for while it starts the span. */
final class GivenIds implements IdGenerator {
    private final ThreadLocal<Span> starting = new ThreadLocal<>();

    io.opentelemetry.api.trace.Span starting(Span span, SpanBuilder builder) {
        starting.set(span);
        try {
            return builder.startSpan();
        } finally {
            starting.remove();
        }
    }

    @Override
    public String generateTraceId() {
        Span span = starting.get();
        return span == null
                ? IdGenerator.random().generateTraceId()
                : span.trace().traceId();
    }

    @Override
    public String generateSpanId() {
        Span span = starting.get();
        return span == null ? IdGenerator.random().generateSpanId() : span.id();
    }
}
