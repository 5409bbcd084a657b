package tallygate.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.TraceContext;

/** Latencies point at traces that are recorded, and at no others. */
class ExemplarsTest {
    private static final int ONE_IN = 2;

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(
            PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, new Exemplars());
    private final Timer timer = Timer.builder("tallygate.ack.time")
            .serviceLevelObjectives(Duration.ofMillis(10))
            .register(meters);
    private final OtlpSpans spans = new OtlpSpans(
            new OtlpSpans.Collector(URI.create("http://127.0.0.1:1/v1/traces"), "", ONE_IN),
            "node-1",
            "0",
            new SimpleMeterRegistry(),
            java.time.Clock.systemUTC(),
            System::nanoTime);

    @AfterEach
    void close() {
        spans.close();
        meters.close();
    }

    private static TraceContext trace(boolean isTaken) {
        return LongStream.range(1, 1_000)
                .mapToObj(TraceContext::ofTask)
                .filter(trace -> trace.isOneOf(ONE_IN) == isTaken)
                .findFirst()
                .orElseThrow();
    }

    private String scraped() {
        return meters.scrape("application/openmetrics-text; version=1.0.0; charset=utf-8");
    }

    @Test
    void aLatencyPointsAtTheSpanThatItMeasured() {
        TraceContext trace = trace(true);
        spans.pointing(trace, trace.root(), () -> timer.record(Duration.ofMillis(3)));
        assertThat(scraped())
                .contains("# {span_id=\"" + trace.root() + "\",trace_id=\"" + trace.traceId() + "\"} 0.003");
    }

    @Test
    void aTraceThatIsNotRecordedIsPointedAtByNothing() {
        TraceContext trace = trace(false);
        spans.pointing(trace, trace.root(), () -> timer.record(Duration.ofMillis(3)));
        assertThat(scraped()).contains("tallygate_ack_time_seconds_count 1").doesNotContain("trace_id");
    }

    @Test
    void nothingIsPointedAtAfterwards() {
        TraceContext trace = trace(true);
        spans.pointing(trace, trace.root(), () -> {});
        timer.record(Duration.ofMillis(3));
        assertThat(scraped()).doesNotContain("trace_id");
    }
}
