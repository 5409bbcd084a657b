package tallygate.gateway.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what reached the collector and says once when it is away and once when it is back; the SDK's own lines are shut off. */
final class WatchedExporter implements SpanExporter {
    private static final Logger log = LoggerFactory.getLogger(WatchedExporter.class);
    /** Held, since a logger that nobody holds forgets its level. */
    private static final java.util.logging.Logger OF_SDK = java.util.logging.Logger.getLogger("io.opentelemetry");

    private final SpanExporter exporter;
    private final Counter sent;
    private final Counter lost;
    private final AtomicBoolean isAway = new AtomicBoolean();

    WatchedExporter(SpanExporter exporter, MeterRegistry meters) {
        OF_SDK.setLevel(Level.OFF);
        this.exporter = exporter;
        this.sent = counter(meters, "sent");
        this.lost = counter(meters, "lost");
    }

    private static Counter counter(MeterRegistry meters, String result) {
        return Counter.builder("tallygate.trace.spans")
                .description("Spans that were sent to the collector, or lost because it did not take them.")
                .tag("result", result)
                .register(meters);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = exporter.export(spans);
        result.whenComplete(() -> ended(result.isSuccess(), spans.size()));
        return result;
    }

    private void ended(boolean isSuccess, int spans) {
        (isSuccess ? sent : lost).increment(spans);
        if (isAway.getAndSet(!isSuccess) == isSuccess) {
            log.warn(
                    "event={} spans={} {}",
                    isSuccess ? "TRACES_SENT_AGAIN" : "TRACES_LOST",
                    spans,
                    isSuccess
                            ? "the collector takes spans again"
                            : "the collector takes no spans; they are dropped, callbacks and tasks go on: check"
                                    + " tracing");
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
