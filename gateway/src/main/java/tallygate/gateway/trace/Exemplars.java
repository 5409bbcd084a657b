package tallygate.gateway.trace;

import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;
import tallygate.callback.TraceContext;

/**
 * What a latency histogram points at: the span whose duration is being recorded on this thread, and only if its trace is recorded.
 * Two ids that are derived from a task's, and nothing else, reach the metrics.
 */
public final class Exemplars implements SpanContext {
    private static final ThreadLocal<@Nullable Measured> MEASURED = new ThreadLocal<>();

    private record Measured(TraceContext trace, String span) {}

    /** Figures that {@code record} records point at this span. */
    static void during(TraceContext trace, String span, Runnable record) {
        MEASURED.set(new Measured(trace, span));
        try {
            record.run();
        } finally {
            MEASURED.remove();
        }
    }

    @Override
    public @Nullable String getCurrentTraceId() {
        Measured measured = MEASURED.get();
        return measured == null ? null : measured.trace().traceId();
    }

    @Override
    public @Nullable String getCurrentSpanId() {
        Measured measured = MEASURED.get();
        return measured == null ? null : measured.span();
    }

    @Override
    public boolean isCurrentSpanSampled() {
        return MEASURED.get() != null;
    }

    /** A span is exported as it was recorded: it does not say that a figure points at it. */
    @Override
    public void markCurrentSpanAsExemplar() {}
}
