package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody changes a task's row in the database, past the gateway: its patrol finds it, and so does whoever asks. */
class HandChangedRowIT {
    private static final String SECRET = "whsec_hand0123456789";
    private static final Duration SOON = Duration.ofSeconds(120);

    @Test
    void aStateThatNoDeedMadeIsToldByThePatrolAndByTheVerificationOfTheAuditLog(@TempDir Path folder) throws Exception {
        try (RunningGateway gateway = new RunningGateway(folder, """
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders: { handler: { kind: log } }
            """.formatted(SECRET)).awaitReady()) {
            StripeCallback callback = StripeCallback.of("evt_1", SECRET);
            assertThat(gateway.callback("/callbacks/shop", callback.body(), callback.headers())
                            .statusCode())
                    .isEqualTo(200);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(cell(gateway, "SELECT COUNT(*) FROM async_task WHERE status = 2"))
                            .isEqualTo("1"));
            String task = cell(gateway, "SELECT id FROM async_task");
            assertThat(verified(gateway)).contains("\"isIntact\":true");

            try (Connection connection = gateway.sql();
                    Statement statement = connection.createStatement()) {
                assertThat(statement.executeUpdate("UPDATE async_task SET status = 4 WHERE id = " + task))
                        .isEqualTo(1);
            }

            assertThat(verified(gateway)).contains("\"isIntact\":false", task);
            gateway.stop();
            gateway.startAgain();
            gateway.awaitReady();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(gateway.log())
                            .as("the first patrol comes with the start, then every ten minutes")
                            .contains("somebody changed states by hand", task));
        }
    }

    private static String cell(RunningGateway gateway, String sql) throws Exception {
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String verified(RunningGateway gateway) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.managementUrl() + "/api/v1/audit/verify"))
                .header("Authorization", "Bearer " + gateway.token())
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
