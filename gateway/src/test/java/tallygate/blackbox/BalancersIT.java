package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tallygate.deploy.ServedMetrics;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** HAProxy and nginx with the configurations that are shipped, in front of two packaged gateways on one database. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BalancersIT {
    private static final Duration DONE_MAX = Duration.ofSeconds(90);
    private static final String ALLOWED = "127.0.0.5";

    @TempDir
    private static Path folder;

    private static final TestDatabase database = TestDatabases.embedded();
    private static final List<RunningGateway> gateways = new ArrayList<>();
    private static Receiver receiver;
    private static Balancer haproxy;
    private static Balancer nginx;

    @BeforeAll
    static void start() throws IOException {
        Balancer.program("haproxy", "/usr/sbin/haproxy");
        Balancer.program("nginx-light", "/usr/sbin/nginx");
        receiver = new Receiver();
        for (String name : List.of("a", "b")) {
            gateways.add(gateway(name));
        }
        gateways.forEach(RunningGateway::awaitReady);
        haproxy = Balancer.haproxy(place("haproxy"), gateways, Map.of());
        nginx = Balancer.nginx(place("nginx"), "nginx/nginx.conf", gateways);
    }

    private static Path place(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    private static RunningGateway gateway(String name) throws IOException {
        return new RunningGateway(
                place(name),
                """
                database: { url: "%s", username: %s, password: "%s" }
                work: { lease: 10s }
                endpoints:
                  - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                  - { name: guarded, provider: stripe, secrets: ["%s"], route: orders, allow-from: [%s] }
                routes:
                  orders: { handler: { kind: http, url: "http://127.0.0.1:%d/e", timeout: 4s } }
                """.formatted(
                                database.settings().url(),
                                database.settings().username(),
                                database.settings().password(),
                                Sender.SECRET,
                                Sender.SECRET,
                                ALLOWED,
                                receiver.port()),
                Map.of(
                        // optional: HAProxy sends the header, nginx does not
                        "TALLYGATE__SERVER__CALLBACKS__PROXY_PROTOCOL", "optional",
                        "TALLYGATE__SERVER__CALLBACKS__TRUSTED_PROXIES", "[127.0.0.1]",
                        "TALLYGATE__SERVER__CALLBACKS__LIMITS__ANSWER_DEADLINE", "8s",
                        "TALLYGATE__SERVER__DRAIN__DELAY", "5s"));
    }

    @AfterAll
    static void stop() {
        if (haproxy != null) {
            haproxy.close();
        }
        if (nginx != null) {
            nginx.close();
        }
        gateways.forEach(RunningGateway::close);
        if (receiver != null) {
            receiver.close();
        }
    }

    private static URI url(String scheme, Balancer balancer, String endpoint) {
        return URI.create(scheme + "://127.0.0.1:" + balancer.port() + "/callbacks/" + endpoint);
    }

    /** What a callback to the guarded endpoint is answered when it comes from there. */
    private static int guarded(String scheme, Balancer balancer, String from) throws Exception {
        try (HttpClient client = ProviderLoad.client(from)) {
            HttpResponse<String> answer = client.send(
                    ProviderLoad.request(
                            url(scheme, balancer, "guarded"),
                            StripeCallback.of(Sender.newId(), Sender.SECRET),
                            // what a stranger would like to be believed
                            Map.of("X-Forwarded-For", ALLOWED, "Forwarded", "for=" + ALLOWED)),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode();
        }
    }

    private static void tellsWhoSent(String scheme, Balancer balancer) throws Exception {
        assertThat(guarded(scheme, balancer, ALLOWED)).isEqualTo(200);
        assertThat(guarded(scheme, balancer, "127.0.0.6")).isEqualTo(401);
    }

    @Test
    @Order(1)
    void theSenderIsKnownBehindHaproxyByBothVersionsOfTheHeader() throws Exception {
        tellsWhoSent("https", haproxy);
        try (Balancer old = Balancer.haproxy(place("v1"), gateways, Map.of("send-proxy-v2-ssl", "send-proxy"))) {
            tellsWhoSent("https", old);
        }
    }

    @Test
    @Order(2)
    void theSenderIsKnownBehindNginxByItsHeaderAndByTheFirstVersionOfPROXY() throws Exception {
        tellsWhoSent("https", nginx);
        tallygate.deploy.NginxFile.assumeStreams();
        try (Balancer stream = Balancer.nginx(place("stream"), "nginx/nginx-stream.conf", gateways)) {
            tellsWhoSent("http", stream);
        }
    }

    @Test
    @Order(3)
    void onlyCallbacksPass() throws Exception {
        for (Balancer balancer : List.of(haproxy, nginx)) {
            try (HttpClient client = ProviderLoad.client("127.0.0.1")) {
                for (String path : List.of("/", "/metrics", "/api/v1/tasks", "/callbacks")) {
                    assertThat(client.send(
                                            java.net.http.HttpRequest.newBuilder(
                                                            URI.create("https://127.0.0.1:" + balancer.port() + path))
                                                    .build(),
                                            HttpResponse.BodyHandlers.discarding())
                                    .statusCode())
                            .as(path)
                            .isEqualTo(404);
                }
            }
        }
    }

    private static ProviderLoad load() throws Exception {
        ProviderLoad load = new ProviderLoad();
        for (int i = 0; i < 4; i++) {
            load.begin(url("https", haproxy, "shop"), Duration.ofMillis(80));
            load.begin(url("https", nginx, "shop"), Duration.ofMillis(80));
        }
        await().atMost(DONE_MAX).until(() -> load.acknowledged().size() > 100);
        return load;
    }

    private static void everythingIsThereOnceAndDone(ProviderLoad load) {
        Set<String> ids = new TreeSet<>(load.acknowledged());
        assertThat(ids).hasSize(load.sent());
        await().atMost(DONE_MAX).pollInterval(Duration.ofMillis(300)).untilAsserted(() -> {
            var rows = new Rows(database).byEvent();
            assertThat(ids).allSatisfy(id -> {
                assertThat(rows).containsKey(id);
                assertThat(rows.get(id).copies()).as(id).isEqualTo(1);
                assertThat(rows.get(id).status()).as(id).isEqualTo(2);
            });
        });
    }

    @Test
    @Order(4)
    void aRollingRestartUnderLoadFailsAndLosesNoCallback() throws Exception {
        try (ProviderLoad load = load()) {
            for (RunningGateway gateway : gateways) {
                assertThat(gateway.stop()).isIn(0, 143);
                int before = load.acknowledged().size();
                await().atMost(DONE_MAX).until(() -> load.acknowledged().size() > before + 50);
                gateway.startAgain();
                gateway.awaitReady();
                awaitUp(gateway);
            }
            load.end();
            assertThat(load.failures()).as("of %d callbacks", load.sent()).isEmpty();
            everythingIsThereOnceAndDone(load);
        }
    }

    /** Until both balancers send to it again: its own counter grows. */
    private static void awaitUp(RunningGateway gateway) throws Exception {
        double before = gateway.metric("tallygate_callbacks_total");
        await().atMost(DONE_MAX)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> gateway.metric("tallygate_callbacks_total") > before + 50);
    }

    @Test
    @Order(5)
    void aKilledGatewayCostsRetriesAndNoCallback() throws Exception {
        try (ProviderLoad load = load()) {
            gateways.getFirst().kill(Kill.GROUP);
            int before = load.acknowledged().size();
            await().atMost(DONE_MAX).until(() -> load.acknowledged().size() > before + 200);
            gateways.getFirst().startAgain();
            gateways.getFirst().awaitReady();
            hasASmallShareThatGrows();
            load.end();
            // The balancers ask the other gateway; the few that fail for their sender are sent again.
            assertThat(load.failures()).as("of %d callbacks", load.sent()).hasSizeLessThan(load.sent() / 10);
            everythingIsThereOnceAndDone(load);
        }
    }

    /** HAProxy's slowstart; nginx has none without a licence, and gives a gateway that came back its whole share at once. */
    private static void hasASmallShareThatGrows() {
        Set<Integer> seen = new TreeSet<>();
        await().atMost(DONE_MAX).pollInterval(Duration.ofMillis(200)).until(() -> {
            seen.addAll(shares());
            return seen.size() > 1 && shares().isEmpty();
        });
        assertThat(seen).as("percent of its share").allMatch(percent -> percent < 100);
    }

    /** Of the first gateway while it has just come back: how many percent of its share it has now. */
    private static List<Integer> shares() throws Exception {
        return haproxy.figures().stream()
                .filter(line -> line.startsWith("haproxy_server_current_throttle{") && line.contains("gateway-1"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .filter(percent -> !percent.equals("NaN") && !percent.equals("100"))
                .map(Integer::parseInt)
                .toList();
    }

    @Test
    @Order(6)
    void everyMetricOfTheRulesAndDashboardsIsServed() throws Exception {
        // One of them was started anew a moment ago and may have had no task yet.
        String both = gateways.get(0).get("/metrics").body()
                + gateways.get(1).get("/metrics").body();
        assertThat(ServedMetrics.missing(both)).isEmpty();
    }
}
