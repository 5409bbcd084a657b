package tallygate.gateway.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tallygate.blackbox.OtlpReceiver;
import tallygate.callback.TraceContext;

/** Spans over real HTTP to a collector that reads them. */
class OtlpSpansTest {
    private static final Instant NOW = Instant.parse("2026-12-01T08:00:00Z");
    private static final String OUTSIDE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private OtlpReceiver receiver = null;

    @BeforeEach
    void listen() throws IOException {
        receiver = new OtlpReceiver();
    }

    @AfterEach
    void stop() {
        receiver.close();
    }

    private OtlpSpans spans(int oneIn) {
        var collector = new OtlpSpans.Collector(URI.create(receiver.url()), "Bearer c0llector", oneIn);
        return new OtlpSpans(
                collector, "node/1", "1.2.3", meters, Clock.fixed(NOW, ZoneOffset.UTC), () -> 5_000_000_000L);
    }

    private static Span attempt(TraceContext trace, String link) {
        return new Span(
                trace,
                trace.attempt(1),
                trace.root(),
                Span.Kind.CLIENT,
                "attempt",
                4_000_000_000L,
                4_500_000_000L,
                Map.of(Attribute.ROUTE, "orders", Attribute.OUTCOME, "unknown"),
                link,
                true);
    }

    @Test
    void aSpanArrivesWithTheIdsThatReceiversWereTold() {
        TraceContext trace = TraceContext.ofTask(4711);
        try (OtlpSpans spans = spans(1)) {
            spans.record(attempt(trace, OUTSIDE));
        }
        assertThat(receiver.spans()).singleElement().satisfies(span -> {
            assertThat(span.trace()).isEqualTo(trace.traceId());
            assertThat(trace.header(span.id(), true).value())
                    .isEqualTo("00-" + trace.traceId() + "-" + trace.attempt(1) + "-01");
            assertThat(span.parent()).isEqualTo(trace.root());
            assertThat(span.attributes())
                    .isEqualTo(Map.of("tallygate.route", "orders", "tallygate.outcome", "unknown"));
            assertThat(span.links()).containsExactly("0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331");
            assertThat(span.start()).isEqualTo((NOW.getEpochSecond() - 1) * 1_000_000_000L);
            assertThat(span.end() - span.start()).isEqualTo(500_000_000L);
        });
        assertThat(receiver.authorizations()).containsOnly("Bearer c0llector");
        assertThat(meters.get("tallygate.trace.spans")
                        .tag("result", "sent")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aRootHasNoParentAndWhatIsNoTraceparentIsNoLink() {
        TraceContext trace = TraceContext.ofTask(1);
        try (OtlpSpans spans = spans(1)) {
            for (String link :
                    new String[] {"", "x", OUTSIDE + "-x", "00-" + "0".repeat(32) + "-b7ad6b7169203331-01"}) {
                spans.record(
                        new Span(trace, trace.root(), "", Span.Kind.SERVER, "callback", 0, 1, Map.of(), link, false));
            }
        }
        assertThat(receiver.spans()).hasSize(4).allSatisfy(span -> {
            assertThat(span.trace()).isEqualTo(trace.traceId());
            assertThat(span.id()).isEqualTo(trace.root());
            assertThat(span.parent()).isEmpty();
            assertThat(span.links()).isEmpty();
        });
    }

    @Test
    void aCollectorThatIsAwayCostsSpansAndNothingElse() {
        receiver.answerWith(400);
        try (OtlpSpans spans = spans(1)) {
            LongStream.range(0, 10_000).forEach(i -> spans.record(attempt(TraceContext.ofTask(i), "")));
        }
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(meters.get("tallygate.trace.spans")
                                .tag("result", "lost")
                                .counter()
                                .count())
                        .isPositive());
        assertThat(receiver.spans()).isEmpty();
    }

    @Test
    void oneInSoManyTasksIsTracedAndEveryNodeChoosesTheSame() {
        try (OtlpSpans here = spans(100);
                OtlpSpans there = spans(100)) {
            long taken = LongStream.range(0, 20_000)
                    .mapToObj(TraceContext::ofTask)
                    .peek(trace -> assertThat(there.takes(trace)).isEqualTo(here.takes(trace)))
                    .filter(here::takes)
                    .count();
            assertThat(taken).isBetween(120L, 280L);
        }
        assertThat(Spans.NONE.takes(TraceContext.ofTask(1))).isFalse();
    }

    /** What may leave the house, one by one: a new attribute is looked at by somebody. */
    @Test
    void nothingButTheseCanBeExported() {
        assertThat(Arrays.stream(Attribute.values()).map(Attribute::key))
                .containsExactlyInAnyOrder(
                        "tallygate.endpoint",
                        "tallygate.provider",
                        "tallygate.route",
                        "tallygate.task.id",
                        "tallygate.attempt",
                        "tallygate.outcome",
                        "tallygate.saga.id",
                        "tallygate.saga.type",
                        "tallygate.saga.step",
                        "tallygate.saga.direction",
                        "http.request.method");
    }
}
