package tallygate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.blackbox.DatabaseGate;
import tallygate.blackbox.ProviderApi;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.Sender;
import tallygate.blackbox.StripeCallback;

/** A primary dies with rows that its replica never got, the replica is promoted, and nothing that was acknowledged stays lost. */
class FailoverIT {
    private static final Duration SOON = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private final Sender sender = new Sender();
    private final Map<String, StripeCallback> callbacks = new LinkedHashMap<>();

    private static MariaDb server(Path folder, int id) throws Exception {
        return MariaDb.fresh(folder, "--server-id=" + id, "--log-bin=" + folder.resolve("data/log"), "--sync-binlog=1");
    }

    private static void replicate(MariaDb primary, MariaDb replica) throws Exception {
        primary.sql(
                "CREATE USER copier@'127.0.0.1' IDENTIFIED BY 'copier'",
                "GRANT REPLICATION SLAVE ON *.* TO copier@'127.0.0.1'");
        replica.sql(
                "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=" + primary.port()
                        + ", MASTER_USER='copier', MASTER_PASSWORD='copier', MASTER_USE_GTID=slave_pos",
                "SET GLOBAL read_only = 1",
                "START SLAVE");
    }

    private String send(RunningGateway gateway) throws Exception {
        String id = Sender.newId();
        callbacks.put(id, StripeCallback.of(id, Sender.SECRET));
        assertThat(sender.send(gateway, id, callbacks.get(id)).status()).isEqualTo(200);
        return id;
    }

    private static Set<String> stored(MariaDb server) throws Exception {
        Set<String> events = new TreeSet<>();
        try (Connection connection = server.root();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONVERT(event_id USING utf8mb4) FROM async_task")) {
            while (row.next()) {
                assertThat(events.add(row.getString(1))).isTrue();
            }
        }
        return events;
    }

    /** Stripe's list, newest first. */
    private String listed(List<String> events) {
        List<String> bodies = new ArrayList<>(events.stream()
                .map(id -> new String(callbacks.get(id).body(), StandardCharsets.UTF_8))
                .toList()
                .reversed());
        return "{\"object\":\"list\",\"has_more\":false,\"data\":[" + String.join(",", bodies) + "]}";
    }

    @Test
    @Tag("F-23")
    void aPromotedReplicaThatLacksRowsGetsThemFromResendsAndFromTheProvidersList() throws Exception {
        assumeTrue(MariaDb.isHere(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        try (MariaDb primary = server(folder.resolve("a"), 1);
                MariaDb replica = server(folder.resolve("b"), 2);
                ProviderApi stripe = new ProviderApi();
                DatabaseGate gate = new DatabaseGate(primary.port(), DatabaseGate.State.OPEN)) {
            replicate(primary, replica);
            stripe.knows("/v1/events", listed(List.of()));
            try (RunningGateway gateway = gateway(gate, stripe)) {
                gateway.awaitReady();
                assertThat(gateway.wholeLog()).contains("asynchronous replication: a failover loses", "异步复制");
                String early = send(gateway);
                await().atMost(SOON)
                        .ignoreExceptions()
                        .until(() -> stored(replica).contains(early));
                await().atMost(SOON).until(() -> hasBeaten(primary));
                replica.sql("STOP SLAVE IO_THREAD");
                String again = send(gateway);
                String silent = send(gateway);
                assertThat(sender.send(gateway, again, callbacks.get(again)).status())
                        .isEqualTo(200);
                assertThat(gateway.metric("tallygate_dedup_cache_hits_total")).isEqualTo(1);
                stripe.knows("/v1/events", listed(List.of(early, again, silent)));

                promote(primary, replica, gate);
                await().atMost(SOON).until(() -> gateway.wholeLog().contains("lost, opened again at the next call"));
                await().atMost(SOON)
                        .until(() -> sender.send(gateway, again, callbacks.get(again))
                                        .status()
                                == 200);
                assertThat(stored(replica))
                        .as("acknowledged by what the promoted server has, not by what is remembered")
                        .contains(again);
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(stored(replica)).contains(early, again, silent));
                assertThat(gateway.wholeLog()).contains("database is another server than before");
            }
        }
    }

    /** Only then it knows which server it works on. */
    private static boolean hasBeaten(MariaDb server) throws Exception {
        try (Connection connection = server.root();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(heartbeat_at > started_at) FROM node")) {
            return row.next() && row.getInt(1) > 0;
        }
    }

    private static void promote(MariaDb primary, MariaDb replica, DatabaseGate gate) throws Exception {
        gate.be(DatabaseGate.State.CLOSED);
        primary.kill();
        replica.sql("STOP SLAVE", "RESET SLAVE ALL", "SET GLOBAL read_only = 0");
        gate.leadTo(replica.port());
        gate.be(DatabaseGate.State.OPEN);
    }

    private RunningGateway gateway(DatabaseGate gate, ProviderApi stripe) throws Exception {
        return new RunningGateway(folder, """
            database: { url: "jdbc:mysql://127.0.0.1:%d/tallygate", username: tallygate, password: %s }
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], api-key: rk_test_chaos0123456789, api-url: "%s", route: orders }
            routes:
              orders: { handler: { kind: log } }
            """.formatted(gate.port(), MariaDb.PASSWORD, Sender.SECRET, stripe.url()));
    }
}
