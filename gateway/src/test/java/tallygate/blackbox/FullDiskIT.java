package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk under the database gets full in the middle of callbacks, and has room again later. */
class FullDiskIT {
    private static final int DISK_MEBIBYTES = 900;
    private static final Duration FULL_MAX = Duration.ofSeconds(120);
    private static final Duration RECOVERY_MAX = Duration.ofSeconds(120);

    @TempDir
    private Path folder;

    private final Sender sender = new Sender();

    /** 60 kB, so that a few hundred fill what is left. */
    private static StripeCallback large(String id) throws Exception {
        return StripeCallback.signed(
                """
                {"id":"%s","object":"event","type":"payment_intent.succeeded","created":%d,"data":{"object":{"id":"pi_%s",\
                "object":"payment_intent","amount":1099,"amount_received":1099,"currency":"usd","status":"succeeded",\
                "description":"%s"}}}\
                """.formatted(id, Instant.now().getEpochSecond(), id, "x".repeat(60_000)), Sender.SECRET);
    }

    private int send(RunningGateway gateway) throws Exception {
        String id = Sender.newId();
        return sender.send(gateway, id, large(id)).status();
    }

    @Test
    @Tag("F-29")
    void nothingIsAcknowledgedThatIsNotStoredAndEverythingGoesOnOnceThereIsRoom() throws Exception {
        Optional<SmallDisk> small = SmallDisk.at(folder.resolve("data"), DISK_MEBIBYTES);
        assumeTrue(small.isPresent(), "no file system can be mounted here: needs root");
        try (SmallDisk disk = small.orElseThrow();
                RunningGateway gateway = new RunningGateway(folder, """
                    endpoints:
                      - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
                    routes:
                      orders: { handler: { kind: log } }
                    """.formatted(Sender.SECRET))) {
            gateway.awaitReady();
            assertThat(send(gateway)).isEqualTo(200);
            disk.fill(2 << 20);
            await().atMost(FULL_MAX).until(() -> send(gateway) == 503);
            for (int i = 0; i < 5; i++) {
                assertThat(send(gateway)).as("no room: no acknowledgement").isNotEqualTo(200);
            }
            assertThat(gateway.get("/livez").statusCode()).isEqualTo(200);
            disk.makeRoom();
            await().atMost(RECOVERY_MAX).until(() -> send(gateway) == 200);
            await().atMost(RECOVERY_MAX).untilAsserted(() -> {
                Map<String, Integer> stored = stored(gateway);
                assertThat(sender.acknowledged())
                        .isNotEmpty()
                        .allSatisfy(id -> assertThat(stored.get(id)).as(id).isEqualTo(2));
            });
            assertThat(gateway.stop()).isIn(0, 143);
        }
    }

    /** Event to status; an event that stands twice is a failure. */
    private static Map<String, Integer> stored(RunningGateway gateway) throws Exception {
        Map<String, Integer> stored = new HashMap<>();
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT CONVERT(event_id USING utf8mb4), status FROM async_task")) {
            while (row.next()) {
                assertThat(stored.put(row.getString(1), row.getInt(2))).isNull();
            }
        }
        return stored;
    }
}
