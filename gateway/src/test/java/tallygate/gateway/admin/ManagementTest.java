package tallygate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tallygate.gateway.http.HttpReply;
import tallygate.signature.Header;
import tallygate.signature.RawRequest;

class ManagementTest {
    private Health health = new Health(true, false, Map.of("database", "\"away\" since 3 s"));
    private int reloads;
    private final Management management = new Management(
            () -> health,
            type -> type.startsWith("text/plain") ? "tallygate_x 1\n" : "tallygate_x 1\n# EOF\n",
            () -> {
                reloads++;
                return new Management.Reload.Applied(List.of("endpoint shop: secrets"));
            },
            "token-1");

    @Test
    void aNodeThatDrainsIsAliveButNotReady() {
        assertThat(get("/livez").status()).isEqualTo(200);
        assertThat(get("/readyz").status()).isEqualTo(503);
        assertThat(body(get("/readyz")))
                .isEqualTo("{\"live\":true,\"ready\":false,\"parts\":{\"database\":\"\\\"away\\\" since 3 s\"}}\n");
    }

    @Test
    void metricsAreServedAsPrometheusText() {
        HttpReply reply = get("/metrics");
        assertThat(reply.contentType()).startsWith("text/plain; version=0.0.4");
        assertThat(body(reply)).isEqualTo("tallygate_x 1\n");
    }

    /** As Prometheus asks from its version 2.26 on; the first of the formats has exemplars. */
    @Test
    void whoeverAcceptsOpenMetricsGetsIt() {
        String accept = "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3,*/*;q=0.2";
        HttpReply reply = management.answer(request("GET", "/metrics", List.of(new Header("Accept", accept))));
        assertThat(reply.contentType()).isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(body(reply)).endsWith("# EOF\n");
    }

    @Test
    void aReloadNeedsTheToken() {
        assertThat(post("/api/v1/reload", List.of()).status()).isEqualTo(401);
        assertThat(post("/api/v1/reload", List.of(new Header("Authorization", "Bearer token-2")))
                        .status())
                .isEqualTo(401);
        assertThat(reloads).isZero();
        HttpReply done = post("/api/v1/reload", List.of(new Header("Authorization", "Bearer token-1")));
        assertThat(done.status()).isEqualTo(200);
        assertThat(body(done)).contains("endpoint shop: secrets");
        assertThat(reloads).isEqualTo(1);
    }

    @Test
    void otherMethodsAndPagesAreRefusedByName() {
        assertThat(post("/livez", List.of()).status()).isEqualTo(405);
        assertThat(get("/api/v1/reload").headers()).contains(new Header("Allow", "POST"));
        assertThat(get("/nothing").status()).isEqualTo(404);
    }

    private HttpReply get(String target) {
        return management.answer(request("GET", target, List.of()));
    }

    private HttpReply post(String target, List<Header> headers) {
        return management.answer(request("POST", target, headers));
    }

    private static RawRequest request(String method, String target, List<Header> headers) {
        return new RawRequest(method, "http", "127.0.0.1:8081", target, headers, new byte[0], "127.0.0.1");
    }

    private static String body(HttpReply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }
}
