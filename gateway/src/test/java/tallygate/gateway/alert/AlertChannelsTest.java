package tallygate.gateway.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.icegreen.greenmail.junit5.GreenMailExtension;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetupTest;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tallygate.callback.outbound.GuardedOutbound;
import tallygate.callback.outbound.InsideHosts;

/** What each kind of channel sends, and which answer it takes for success. */
class AlertChannelsTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_780_000_000_123L);
    private static final Alert ALERT = new Alert(
            "task-failed",
            "orders",
            Alert.Severity.CRITICAL,
            "A task has failed and waits for a person.",
            Map.of("biz_id", "order-7", "event_id", "evt_1", "error", "HTTP 422", "task", "915343"));
    private static final AlertMessage MESSAGE = new AlertMessage(List.of(ALERT), List.of(), 2);

    @RegisterExtension
    static final GreenMailExtension MAIL = new GreenMailExtension(ServerSetupTest.SMTP.dynamicPort());

    private final BlockingQueue<Got> got = new LinkedBlockingQueue<>();
    private HttpServer server;
    private String redirect = "";
    private String answer = "{\"errcode\":0,\"code\":0}";

    private record Got(URI uri, Map<String, List<String>> headers, String body) {
        JsonNode json() throws Exception {
            return new ObjectMapper().readTree(body);
        }
    }

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            got.add(new Got(exchange.getRequestURI(), Map.copyOf(exchange.getRequestHeaders()), body));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            if (!redirect.isEmpty()) {
                exchange.getResponseHeaders().set("Location", redirect);
            }
            exchange.sendResponseHeaders(redirect.isEmpty() ? 200 : 307, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private AlertChannel channel(Optional<ChatKind> kind, String secret) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/robot?access_token=t0k");
        return new HttpAlertChannel(
                new HttpAlertChannel.Terms("ops", Alert.Severity.NOTICE, url, secret),
                kind,
                new AlertText("node-1", Optional.of(URI.create("https://console.shop")), false),
                GuardedOutbound.of(InsideHosts.NONE, System::nanoTime),
                InstantSource.fixed(NOW));
    }

    @Test
    void theTextHasTheBusinessContextAndALink() {
        String text = new AlertText("node-1", Optional.of(URI.create("https://console.shop/")), false).body(MESSAGE);
        assertThat(text)
                .contains("CRITICAL", "task-failed", "biz_id=order-7", "event_id=evt_1", "error=HTTP 422")
                .contains("https://console.shop/tasks/915343", "and 2 more", "node-1");
        assertThat(new AlertText("node-1", Optional.empty(), true).body(MESSAGE))
                .contains("严重", "另有 2 条");
    }

    @Test
    void slackGetsOneText() throws Exception {
        answer = "ok";
        assertThat(channel(Optional.of(ChatKind.SLACK), "").tell(MESSAGE))
                .isInstanceOf(AlertChannel.Told.Delivered.class);
        assertThat(got.take().json().path("text").asText()).contains("order-7");
    }

    @Test
    void dingTalkIsSignedInItsUrl() throws Exception {
        assertThat(channel(Optional.of(ChatKind.DINGTALK), "SEC1").tell(MESSAGE))
                .isInstanceOf(AlertChannel.Told.Delivered.class);
        Got message = got.take();
        assertThat(message.uri().getRawQuery())
                .startsWith("access_token=t0k&timestamp=1780000000123&sign=")
                .doesNotContain("+");
        assertThat(message.json().path("markdown").path("text").asText()).contains("order-7");
    }

    @Test
    void feishuIsSignedInItsBody() throws Exception {
        assertThat(channel(Optional.of(ChatKind.FEISHU), "SEC1").tell(MESSAGE))
                .isInstanceOf(AlertChannel.Told.Delivered.class);
        JsonNode body = got.take().json();
        assertThat(body.path("timestamp").asText()).isEqualTo("1780000000");
        assertThat(body.path("sign").asText()).hasSize(44);
        assertThat(body.path("content").path("text").asText()).contains("order-7");
    }

    @Test
    void weComsTextStaysBelowItsBound() throws Exception {
        AlertMessage storm = new AlertMessage(java.util.Collections.nCopies(100, ALERT), List.of(), 0);
        assertThat(channel(Optional.of(ChatKind.WECOM), "").tell(storm))
                .isInstanceOf(AlertChannel.Told.Delivered.class);
        String content = got.take().json().path("markdown").path("content").asText();
        assertThat(content.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(3000, 4096);
    }

    @Test
    void aWebhookGetsDataAndASignature() throws Exception {
        String secret = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        assertThat(channel(Optional.empty(), secret).tell(MESSAGE)).isInstanceOf(AlertChannel.Told.Delivered.class);
        Got message = got.take();
        assertThat(message.headers().keySet()).contains("Webhook-signature");
        JsonNode alert = message.json().path("alerts").path(0);
        assertThat(alert.path("facts").path("biz_id").asText()).isEqualTo("order-7");
        assertThat(alert.path("link").asText()).isEqualTo("https://console.shop/tasks/915343");
    }

    @ParameterizedTest
    @CsvSource({"DINGTALK, errcode", "FEISHU, code", "WECOM, errcode"})
    void a200WithAnErrorCodeIsNoSuccess(ChatKind kind, String field) throws Exception {
        answer = "{\"" + field + "\":310000}";
        assertThat(channel(Optional.of(kind), "").tell(MESSAGE)).isInstanceOf(AlertChannel.Told.Failed.class);
    }

    /** Else whoever answers for the robot's name could have us post inside. */
    @Test
    @Tag("T-08")
    void aRedirectIsNoSuccessAndIsNotFollowed() throws Exception {
        HttpServer inside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger calls = new AtomicInteger();
        inside.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        inside.start();
        try {
            redirect = "http://127.0.0.1:" + inside.getAddress().getPort() + "/latest";
            for (Optional<ChatKind> kind : List.of(Optional.of(ChatKind.SLACK), Optional.<ChatKind>empty())) {
                assertThat(channel(kind, "").tell(MESSAGE)).isInstanceOf(AlertChannel.Told.Failed.class);
                assertThat(got.take().uri().getPath()).isEqualTo("/robot");
            }
            assertThat(calls).hasValue(0);
        } finally {
            inside.stop(0);
        }
    }

    @Test
    @Tag("T-23")
    void aFailureNamesNoToken() throws Exception {
        server.stop(0);
        AlertChannel.Told told = channel(Optional.of(ChatKind.SLACK), "").tell(MESSAGE);
        assertThat(told).isInstanceOf(AlertChannel.Told.Failed.class);
        assertThat(told.toString()).doesNotContain("t0k");
    }

    @Test
    void mailReachesItsReaders() throws Exception {
        URI mailServer = URI.create("smtp://127.0.0.1:" + MAIL.getSmtp().getPort());
        var terms = new MailAlertChannel.Terms(
                "mail", Alert.Severity.NOTICE, mailServer, "tallygate@shop.example", List.of("ops@shop.example"));
        var channel =
                new MailAlertChannel(terms, new AlertText("node-1", Optional.empty(), true), InstantSource.fixed(NOW));
        assertThat(channel.tell(MESSAGE)).isInstanceOf(AlertChannel.Told.Delivered.class);
        var mail = MAIL.getReceivedMessages()[0];
        assertThat(mail.getSubject()).contains("严重");
        assertThat(GreenMailUtil.getBody(mail)).isNotEmpty();
        assertThat(mail.getContent().toString()).contains("order-7");
    }

    @Test
    void aPasswordIsNeverSentWithoutTls() {
        URI mailServer =
                URI.create("smtp://user:s3cret@127.0.0.1:" + MAIL.getSmtp().getPort());
        var terms = new MailAlertChannel.Terms(
                "mail", Alert.Severity.NOTICE, mailServer, "a@b.example", List.of("c@d.example"));
        var told = new MailAlertChannel(terms, new AlertText("n", Optional.empty(), false), InstantSource.fixed(NOW))
                .tell(MESSAGE);
        assertThat(told).isInstanceOf(AlertChannel.Told.Failed.class);
        assertThat(told.toString()).doesNotContain("s3cret");
        assertThat(MAIL.getReceivedMessages()).isEmpty();
    }
}
