package tallygate.gateway.trace;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.sdk.trace.IdGenerator;

/** Lets a span have the ids that its receivers were told, which the SDK asks for while it starts the span. */
final class GivenIds implements IdGenerator {
    private static final ThreadLocal<Span> STARTING = new ThreadLocal<>();

    io.opentelemetry.api.trace.Span starting(Span span, SpanBuilder builder) {
        STARTING.set(span);
        try {
            return builder.startSpan();
        } finally {
            STARTING.remove();
        }
    }

    @Override
    public String generateTraceId() {
        Span span = STARTING.get();
        return span == null
                ? IdGenerator.random().generateTraceId()
                : span.trace().traceId();
    }

    @Override
    public String generateSpanId() {
        Span span = STARTING.get();
        return span == null ? IdGenerator.random().generateSpanId() : span.id();
    }
}
