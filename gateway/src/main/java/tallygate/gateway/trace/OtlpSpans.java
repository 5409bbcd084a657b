package tallygate.gateway.trace;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.callback.TraceContext;

/** Spans to a collector, by the OpenTelemetry SDK: in batches, by a thread of its own, with a bounded queue. */
public final class OtlpSpans implements Spans, AutoCloseable {
    private static final Pattern PARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");
    private static final Duration SEND_MAX = Duration.ofSeconds(5);
    private static final Duration LAST_SEND_MAX = Duration.ofSeconds(2);

    private final int oneIn;
    private final Clock clock;
    private final LongSupplier nanos;
    private final GivenIds ids = new GivenIds();
    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /**
     * Who takes the spans.
     *
     * @param endpoint for example {@code http://collector:4318/v1/traces}
     * @param authorization value of that header; empty for none
     * @param oneIn one of so many traces is recorded
     */
    public record Collector(URI endpoint, String authorization, int oneIn) {
        /** Never the authorization. */
        @Override
        public String toString() {
            return "Collector[" + endpoint + ", one in " + oneIn + "]";
        }
    }

    /** @param version of this program, told to the collector with the node's name */
    public OtlpSpans(
            Collector collector, String node, String version, MeterRegistry meters, Clock clock, LongSupplier nanos) {
        this.oneIn = collector.oneIn();
        this.clock = clock;
        this.nanos = nanos;
        this.provider = SdkTracerProvider.builder()
                .setIdGenerator(ids)
                .setSampler(Sampler.alwaysOn())
                .setResource(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"), "tallygate",
                        AttributeKey.stringKey("service.version"), version,
                        AttributeKey.stringKey("service.instance.id"), node)))
                .addSpanProcessor(BatchSpanProcessor.builder(new WatchedExporter(exporter(collector), meters))
                        .build())
                .build();
        this.tracer = provider.get("tallygate");
    }

    private static OtlpHttpSpanExporter exporter(Collector collector) {
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(collector.endpoint().toString())
                .setTimeout(SEND_MAX);
        if (!collector.authorization().isEmpty()) {
            builder.addHeader("Authorization", collector.authorization());
        }
        return builder.build();
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public boolean takes(TraceContext trace) {
        return trace.isOneOf(oneIn);
    }

    @Override
    public void pointing(TraceContext trace, String span, Runnable record) {
        if (takes(trace)) {
            Exemplars.during(trace, span, record);
        } else {
            record.run();
        }
    }

    @Override
    public void record(Span span) {
        SpanBuilder builder = tracer.spanBuilder(span.name())
                .setSpanKind(
                        switch (span.kind()) {
                            case SERVER -> SpanKind.SERVER;
                            case CLIENT -> SpanKind.CLIENT;
                            case INTERNAL -> SpanKind.INTERNAL;
                        })
                .setStartTimestamp(epochNanos(span.startNanos()), TimeUnit.NANOSECONDS);
        if (span.parent().isEmpty()) {
            builder.setNoParent();
        } else {
            builder.setParent(Context.root()
                    .with(io.opentelemetry.api.trace.Span.wrap(SpanContext.createFromRemoteParent(
                            span.trace().traceId(), span.parent(), TraceFlags.getSampled(), TraceState.getDefault()))));
        }
        span.attributes().forEach((attribute, value) -> builder.setAttribute(attribute.key(), value));
        Matcher outside = PARENT.matcher(span.link());
        if (outside.matches()) {
            builder.addLink(SpanContext.createFromRemoteParent(
                    outside.group(1),
                    outside.group(2),
                    TraceFlags.fromHex(outside.group(3), 0),
                    TraceState.getDefault()));
        }
        var started = ids.starting(span, builder);
        if (span.isError()) {
            started.setStatus(StatusCode.ERROR);
        }
        started.end(epochNanos(span.endNanos()), TimeUnit.NANOSECONDS);
    }

    /** By the clock of now, so that a clock that was set since does not tear a trace apart. */
    private long epochNanos(long monotonic) {
        var now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - (nanos.getAsLong() - monotonic);
    }

    /** Sends what is left, as far as the time allows. */
    @Override
    public void close() {
        provider.shutdown().join(LAST_SEND_MAX.toMillis(), TimeUnit.MILLISECONDS);
    }
}
