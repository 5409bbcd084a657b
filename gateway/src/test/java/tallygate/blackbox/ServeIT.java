package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One gateway with its embedded database; each test uses events of its own. */
class ServeIT {
    private static final String SECRET = "whsec_blackbox0123456789";
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private static Path folder;

    private static Receiver receiver;
    private static RunningGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        receiver = new Receiver();
        gateway = new RunningGateway(folder, config("")).awaitReady();
    }

    @AfterAll
    static void stop() throws Exception {
        try {
            assertThat(gateway.stop()).as("exit code after SIGTERM").isIn(0, 143);
            assertThat(gateway.wholeLog()).as("the secret canary").doesNotContain(SECRET);
        } finally {
            gateway.close();
            receiver.close();
        }
    }

    private static String config(String more) {
        return """
            endpoints:
              - name: shop
                provider: stripe
                secrets: ["%s"]
                path: /pay/notify/stripe
                route: orders
            %s
            routes:
              orders:
                handler: { kind: http, url: "http://127.0.0.1:%d/events", timeout: 5s }
                retry: { schedule: [100ms, 200ms], jitter: 0%% }
            """.formatted(SECRET, more, receiver.port());
    }

    private static String newId() {
        return "evt_" + UUID.randomUUID();
    }

    private static List<Receiver.Call> callsAbout(String id) {
        return receiver.calls().stream().filter(c -> c.body().contains(id)).toList();
    }

    @Test
    void aGenuineCallbackIsStoredOnceAcknowledgedAndDeliveredOnce() throws Exception {
        String id = newId();
        StripeCallback callback = StripeCallback.of(id, SECRET);
        for (int copy = 0; copy < 3; copy++) {
            HttpResponse<String> answer = gateway.callback("/callbacks/shop", callback.body(), callback.headers());
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        await().atMost(SOON).until(() -> statusOf(id) == 2);
        assertThat(callsAbout(id)).singleElement().satisfies(call -> {
            assertThat(call.key()).isEqualTo("shop:paid:pi_" + id);
            assertThat(call.body()).contains("\"bizId\":\"order-" + id + "\"", "\"amountMinor\":1099", "\"attempt\":1");
        });
        assertThat(storedBody(id)).isEqualTo(callback.body());
    }

    @Test
    @Tag("T-01")
    void aSpoiledCallbackIsRefusedAndLeavesNoTask() throws Exception {
        String id = newId();
        StripeCallback callback = StripeCallback.of(id, SECRET).spoiled();
        HttpResponse<String> answer = gateway.callback("/callbacks/shop", callback.body(), callback.headers());
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).doesNotContainIgnoringCase("mismatch");
        assertThat(statusOf(id)).isEqualTo(-1);
    }

    @Test
    void anAliasIsTheSameEndpointAndAnUnknownOneIsNotFound() throws Exception {
        String id = newId();
        StripeCallback callback = StripeCallback.of(id, SECRET);
        assertThat(gateway.callback("/pay/notify/stripe", callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(200);
        assertThat(gateway.callback("/callbacks/shop", callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(200);
        assertThat(gateway.callback("/callbacks/nobody", callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(404);
        await().atMost(SOON).until(() -> statusOf(id) == 2);
        assertThat(callsAbout(id)).hasSize(1);
    }

    @Test
    void triesUsedUpEndInFailedWithAnAlertLine() throws Exception {
        String id = newId();
        receiver.answerWith(503);
        try {
            StripeCallback callback = StripeCallback.of(id, SECRET);
            assertThat(gateway.callback("/callbacks/shop", callback.body(), callback.headers())
                            .statusCode())
                    .isEqualTo(200);
            await().atMost(SOON).until(() -> statusOf(id) == 3);
        } finally {
            receiver.answerWith(200);
        }
        assertThat(callsAbout(id)).hasSize(3).extracting(Receiver.Call::key).containsOnly("shop:paid:pi_" + id);
        await().atMost(SOON)
                .until(() -> gateway.wholeLog()
                        .lines()
                        .anyMatch(line -> line.contains(id) && line.contains("order-" + id) && line.contains("ERROR")));
    }

    @Test
    @Tag("O-077")
    void aCopyOfAnEventWhoseWorkFailedIsADuplicateAndTheWorkIsStillDone() throws Exception {
        String id = newId();
        StripeCallback callback = StripeCallback.of(id, SECRET);
        receiver.answerWith(503);
        try {
            assertThat(acknowledged(callback)).isTrue();
            await().atMost(SOON).until(() -> !callsAbout(id).isEmpty());
            assertThat(acknowledged(callback)).isTrue();
        } finally {
            receiver.answerWith(200);
        }
        await().atMost(SOON).until(() -> statusOf(id) == 2);
        assertThat(callsAbout(id))
                .hasSizeBetween(2, 3)
                .extracting(Receiver.Call::key)
                .containsOnly("shop:paid:pi_" + id);
    }

    @Test
    @Tag("O-078")
    void aCopyOfAnEventThatIsBeingWorkedIsAcknowledgedAtOnceAndNotWorkedAgain() throws Exception {
        String id = newId();
        StripeCallback callback = StripeCallback.of(id, SECRET);
        receiver.hang(true);
        try {
            assertThat(acknowledged(callback)).isTrue();
            await().atMost(SOON).until(() -> callsAbout(id).size() == 1);
            for (int copy = 0; copy < 5; copy++) {
                long began = System.nanoTime();
                assertThat(acknowledged(callback)).isTrue();
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(500));
            }
            assertThat(callsAbout(id)).hasSize(1);
        } finally {
            receiver.hang(false);
        }
        await().atMost(SOON).until(() -> statusOf(id) == 2);
        assertThat(callsAbout(id)).hasSize(1);
    }

    private static boolean acknowledged(StripeCallback callback) throws Exception {
        return gateway.callback("/callbacks/shop", callback.body(), callback.headers())
                        .statusCode()
                == 200;
    }

    @Test
    void aReloadAddsAnEndpointWithoutRestartAndABadOneChangesNothing() throws Exception {
        String added = """
              - name: second
                provider: stripe
                secrets: ["whsec_second0123456789"]
                route: orders
            """;
        StripeCallback callback = StripeCallback.of(newId(), "whsec_second0123456789");
        assertThat(gateway.callback("/callbacks/second", callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(404);
        gateway.write(config(added));
        assertThat(gateway.reload("wrong").statusCode()).isEqualTo(401);
        assertThat(gateway.reload(gateway.token()).statusCode()).isEqualTo(200);
        assertThat(gateway.callback("/callbacks/second", callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(200);
        gateway.write(config(added.replace("secrets", "sekrets")));
        HttpResponse<String> refused = gateway.reload(gateway.token());
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("sekrets");
        assertThat(gateway.callback("/callbacks/second", callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(200);
        gateway.write(config(""));
        gateway.signal("HUP");
        await().atMost(SOON)
                .until(() -> gateway.callback("/callbacks/second", callback.body(), callback.headers())
                                .statusCode()
                        == 404);
    }

    @Test
    void metricsNameWhatHappened() throws Exception {
        StripeCallback callback = StripeCallback.of(newId(), SECRET);
        gateway.callback("/callbacks/shop", callback.body(), callback.headers());
        String metrics = gateway.get("/metrics").body();
        assertThat(metrics)
                .contains("tallygate_callbacks")
                .contains("endpoint=\"shop\"")
                .contains("jvm_memory");
    }

    private static int statusOf(String id) throws Exception {
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COALESCE(MAX(status), -1), COUNT(*) FROM async_task WHERE event_id = '" + id + "'")) {
            row.next();
            assertThat(row.getInt(2)).as("rows of one event").isLessThanOrEqualTo(1);
            return row.getInt(1);
        }
    }

    private static byte[] storedBody(String id) throws Exception {
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT payload FROM async_task WHERE event_id = '" + id + "'")) {
            row.next();
            return row.getBytes(1);
        }
    }
}
