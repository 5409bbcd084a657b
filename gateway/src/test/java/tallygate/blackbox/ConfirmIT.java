package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unsigned notices through a whole gateway, with the providers' APIs on local ports. */
class ConfirmIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String MOLLIE_KEY = "live_MollieCanary123";
    private static final String TOSS_KEY = "live_sk_TossCanary123";
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    @TempDir
    private static Path folder;

    private static Receiver receiver;
    private static ProviderApi mollie;
    private static ProviderApi toss;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        receiver = new Receiver();
        mollie = new ProviderApi();
        toss = new ProviderApi();
        gateway = new RunningGateway(
                        folder, """
                            endpoints:
                              - { name: mollie, provider: mollie-legacy, api-key: "%s", api-url: "%s", route: orders }
                              - { name: toss, provider: toss, api-secret-key: "%s", api-url: "%s", route: orders }
                            routes:
                              orders:
                                handler: { kind: http, url: "http://127.0.0.1:%d/events", timeout: 5s }
                            """.formatted(MOLLIE_KEY, mollie.url(), TOSS_KEY, toss.url(), receiver.port()))
                .awaitReady();
    }

    @AfterAll
    static void stop() throws Exception {
        try {
            assertThat(gateway.stop()).as("exit code after SIGTERM").isIn(0, 143);
            assertThat(gateway.wholeLog()).doesNotContain(MOLLIE_KEY).doesNotContain(TOSS_KEY);
        } finally {
            gateway.close();
            receiver.close();
            mollie.close();
            toss.close();
        }
    }

    private static String payment(String id, String status, String refunds) {
        return """
            {"resource":"payment","id":"%s","mode":"live","createdAt":"%s","amount":{"value":"10.00","currency":"EUR"},
             "status":"%s","paidAt":"%s","metadata":{"order_id":"order-%s"},
             "_embedded":{"refunds":[%s],"chargebacks":[]}}
            """.formatted(id, Instant.now(), status, Instant.now(), id, refunds);
    }

    private static String refund(String id, String value) {
        return """
            {"id":"%s","status":"refunded","amount":{"value":"%s","currency":"EUR"},"createdAt":"2026-11-01T10:00:00+00:00"}
            """.formatted(id, value).strip();
    }

    private static void mollieNotice(String id) throws Exception {
        assertThat(gateway.callback("/callbacks/mollie", ("id=" + id).getBytes(StandardCharsets.UTF_8), FORM)
                        .statusCode())
                .isEqualTo(200);
    }

    private static List<String> eventsAbout(String order) {
        return receiver.calls().stream()
                .filter(call -> call.body().contains("\"" + order + "\""))
                .map(Receiver.Call::event)
                .toList();
    }

    @Test
    void aPaymentIsRunAsMollieSaysItStandsAndALaterRefundUnderTheSameIdIsRunToo() throws Exception {
        mollie.knows("/v2/payments/tr_one", payment("tr_one", "paid", ""));
        mollieNotice("tr_one");
        mollieNotice("tr_one");
        await().atMost(SOON).until(() -> eventsAbout("order-tr_one").contains("tr_one:paid"));
        assertThat(receiver.calls().getFirst().body()).contains("\"amountMinor\":1000", "\"currency\":\"EUR\"");
        assertThat(mollie.questionsAbout("tr_one"))
                .allSatisfy(q -> assertThat(q.authorization()).isEqualTo("Bearer " + MOLLIE_KEY));

        mollie.knows("/v2/payments/tr_one", payment("tr_one", "paid", refund("re_one", "4.00")));
        mollieNotice("tr_one");
        await().atMost(SOON).until(() -> eventsAbout("order-tr_one").contains("re_one:refunded"));
        mollie.knows(
                "/v2/payments/tr_one",
                payment("tr_one", "paid", refund("re_one", "4.00") + "," + refund("re_two", "6.00")));
        mollieNotice("tr_one");
        await().atMost(SOON).until(() -> eventsAbout("order-tr_one").contains("re_two:refunded"));
        assertThat(eventsAbout("order-tr_one"))
                .containsExactlyInAnyOrder("tr_one:paid", "re_one:refunded", "re_two:refunded");
    }

    /** The forger's hint ends, counted, and the id stays free for the payment that gets it later. */
    @Test
    void anIdThatMollieDoesNotKnowActsOnNothingAndPreEmptsNothing() throws Exception {
        mollieNotice("tr_forged");
        await().atMost(SOON).until(() -> count("event_id LIKE 'hint:tr_forged:%' AND status = 2") == 1);
        assertThat(count("event_id LIKE 'tr_forged%'")).isZero();
        assertThat(mollie.questionsAbout("tr_forged")).hasSize(2);
        assertThat(gateway.get("/metrics").body())
                .containsPattern("tallygate_confirmations_total\\{endpoint=\"mollie\",result=\"unknown-id\"\\} [1-9]");

        mollie.knows("/v2/payments/tr_forged", payment("tr_forged", "paid", ""));
        mollieNotice("tr_forged");
        await().atMost(SOON).until(() -> eventsAbout("order-tr_forged").equals(List.of("tr_forged:paid")));
    }

    @Test
    void whatTossClaimsIsNotBelievedAndItsApiIsAskedAgainAfterAnOutage() throws Exception {
        toss.away(true);
        toss.knows("/v1/payments/pay_1", """
            {"paymentKey":"pay_1","orderId":"toss-order-1","status":"DONE","totalAmount":5000,"currency":"KRW",
             "approvedAt":"2026-11-30T10:00:00+09:00","cancels":null}
            """);
        String claim = """
            {"eventType":"PAYMENT_STATUS_CHANGED","createdAt":"2026-11-30T10:00:00.000000",
             "data":{"paymentKey":"pay_1","orderId":"forged-order","status":"DONE","totalAmount":1}}
            """;
        assertThat(gateway.callback("/callbacks/toss", claim.getBytes(StandardCharsets.UTF_8), JSON)
                        .statusCode())
                .isEqualTo(200);
        await().atMost(SOON).until(() -> !toss.questionsAbout("pay_1").isEmpty());
        toss.away(false);
        await().atMost(SOON).until(() -> eventsAbout("toss-order-1").equals(List.of("pay_1:DONE")));
        assertThat(eventsAbout("forged-order")).isEmpty();
        assertThat(toss.questionsAbout("pay_1"))
                .hasSizeGreaterThan(1)
                .allSatisfy(q -> assertThat(q.authorization())
                        .isEqualTo("Basic "
                                + Base64.getEncoder()
                                        .encodeToString((TOSS_KEY + ":").getBytes(StandardCharsets.UTF_8))));
    }

    private static int count(String where) throws Exception {
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM async_task WHERE " + where)) {
            row.next();
            return row.getInt(1);
        }
    }
}
