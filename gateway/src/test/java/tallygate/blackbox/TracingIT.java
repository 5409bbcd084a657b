package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One trace from the provider's request to the receiver, over the tries, as a collector and a receiver see it. */
class TracingIT {
    private static final String SECRET = "whsec_tracing0123456789";
    private static final String OUTSIDE = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";

    @TempDir
    Path folder;

    private static String config(Receiver receiver, OtlpReceiver collector) {
        return """
            endpoints:
              - name: shop
                provider: stripe
                secrets: ["%s"]
                route: orders
            routes:
              orders:
                handler: { kind: http, url: "http://127.0.0.1:%d/events", timeout: 5s }
                retry: { schedule: [100ms, 200ms], jitter: 0%% }
            tracing:
              endpoint: %s
              one-in: 1
            """.formatted(SECRET, receiver.port(), collector.url());
    }

    @Test
    void aCallbackItsCommitAndEachTryAreOneTraceThatTheReceiverGoesOnWith() throws Exception {
        try (OtlpReceiver collector = new OtlpReceiver();
                Receiver receiver = new Receiver();
                RunningGateway gateway = new RunningGateway(folder, config(receiver, collector)).awaitReady()) {
            AtomicInteger tries = new AtomicInteger();
            receiver.answerBy(_ -> new Receiver.Reply(tries.incrementAndGet() == 1 ? 500 : 200, Map.of()));
            StripeCallback callback = StripeCallback.of("evt_traced", SECRET);
            Map<String, String> headers = new HashMap<>(callback.headers());
            headers.put("traceparent", "00-" + OUTSIDE + "-01");
            for (int copy = 0; copy < 2; copy++) {
                assertThat(gateway.callback("/callbacks/shop", callback.body(), headers)
                                .statusCode())
                        .isEqualTo(200);
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(collector.spans()).hasSize(5));
            List<OtlpReceiver.Received> spans = collector.spans();
            assertThat(spans)
                    .extracting(OtlpReceiver.Received::trace)
                    .containsOnly(spans.getFirst().trace());
            OtlpReceiver.Received root = spans.stream()
                    .filter(span -> span.parent().isEmpty())
                    .findFirst()
                    .orElseThrow();
            assertThat(root.name()).isEqualTo("callback");
            assertThat(root.links()).containsExactly(OUTSIDE);
            assertThat(root.attributes()).containsEntry("tallygate.outcome", "stored");
            assertThat(spans)
                    .filteredOn(span -> !span.parent().isEmpty())
                    .extracting(OtlpReceiver.Received::parent)
                    .containsOnly(root.id());
            assertThat(spans)
                    .extracting(OtlpReceiver.Received::name)
                    .containsExactlyInAnyOrder("callback", "callback", "commit", "attempt", "attempt");
            List<String> told =
                    receiver.calls().stream().map(Receiver.Call::trace).toList();
            assertThat(told)
                    .containsExactlyElementsOf(spans.stream()
                            .filter(span -> span.name().equals("attempt"))
                            .sorted(java.util.Comparator.comparingLong(OtlpReceiver.Received::start))
                            .map(span -> "00-" + span.trace() + "-" + span.id() + "-01")
                            .toList());
            assertThat(spans.toString()).doesNotContain("evt_traced", "order-", "1099", SECRET);
            latenciesPointAtTheTrace(gateway, root);
            theLogNamesTheTraceOfTheTryThatFailed(gateway, root);
        }
    }

    private static void latenciesPointAtTheTrace(RunningGateway gateway, OtlpReceiver.Received root) throws Exception {
        HttpResponse<String> metrics = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(gateway.managementUrl() + "/metrics"))
                                .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(metrics.headers().firstValue("content-type").orElseThrow())
                .startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(metrics.body()).endsWith("# EOF\n");
        List<String> exemplars =
                metrics.body().lines().filter(line -> line.contains(" # {")).toList();
        for (String name : List.of("ack_time", "commit_time", "work_call", "work_delay")) {
            assertThat(exemplars)
                    .as(name)
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("tallygate_" + name + "_seconds_bucket{")
                            .contains("trace_id=\"" + root.trace() + "\""));
        }
        assertThat(exemplars)
                .as("two ids and a figure, and nothing else")
                .allMatch(line -> line.matches(
                        ".* # \\{span_id=\"[0-9a-f]{16}\",trace_id=\"[0-9a-f]{32}\"} [0-9.eE+-]+ [0-9.]+"));
    }

    private static void theLogNamesTheTraceOfTheTryThatFailed(RunningGateway gateway, OtlpReceiver.Received root)
            throws Exception {
        List<JsonNode> retried = new ArrayList<>();
        for (String line : gateway.wholeLog().split("\n")) {
            if (line.startsWith("{") && line.contains("tried again in")) {
                retried.add(new ObjectMapper().readTree(line));
            }
        }
        assertThat(retried).singleElement().satisfies(line -> {
            assertThat(line.path("trace_id").asText()).isEqualTo(root.trace());
            assertThat(line.path("span_id").asText()).hasSize(16);
        });
    }
}
