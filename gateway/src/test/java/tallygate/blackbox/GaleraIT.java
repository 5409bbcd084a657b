package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Galera cluster of three private nodes behind the shipped configuration of HAProxy, below packaged gateways. */
class GaleraIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private final List<RunningGateway> gateways = new ArrayList<>();
    private List<GaleraNode> nodes = List.of();
    private GaleraCluster cluster;
    private Receiver receiver;

    @BeforeEach
    void form() throws IOException {
        cluster = GaleraCluster.form(folder);
        nodes = cluster.nodes();
        receiver = new Receiver();
    }

    @AfterEach
    void stop() {
        gateways.forEach(RunningGateway::close);
        if (cluster != null) {
            cluster.close();
        }
        if (receiver != null) {
            receiver.close();
        }
    }

    private RunningGateway gateway(String name, int databasePort) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        RunningGateway gateway = new RunningGateway(own, """
            database: { url: "jdbc:mysql://127.0.0.1:%d/tallygate", username: tallygate, password: tallygate }
            work: { lease: 5s }
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders: { handler: { kind: http, url: "http://127.0.0.1:%d/e", timeout: 4s } }
            """.formatted(databasePort, Sender.SECRET, receiver.port()));
        gateways.add(gateway);
        return gateway;
    }

    @Test
    @Tag("F-49")
    @Tag("F-50")
    void noAcknowledgedCallbackIsLostOrDoubledWhenWritersDieOrAreCutOff() throws Exception {
        RunningGateway first = gateway("a", cluster.writerPort()).awaitReady();
        RunningGateway beside = gateway("b", nodes.get(1).port()).awaitReady();
        Set<String> acknowledged = new TreeSet<>(duplicatesOnTwoNodes(first, beside));
        assertThat(beside.stop()).isIn(0, 143);

        try (ProviderLoad load = new ProviderLoad()) {
            for (int i = 0; i < 3; i++) {
                load.begin(URI.create(first.callbacksUrl() + "shop"), Duration.ofMillis(30));
            }
            grow(load, 100);
            // The writer hears nobody any more: it takes no commit, and its sessions are moved to the next node.
            nodes.get(0).isolate(true);
            await().atMost(PATIENCE).until(() -> !nodes.get(0).isSynced());
            grow(load, 100);
            nodes.get(0).isolate(false);
            nodes.get(0).awaitSynced();
            grow(load, 100);
            nodes.get(0).kill();
            grow(load, 100);
            load.end();
            acknowledged.addAll(load.acknowledged());
            assertThat(load.acknowledged()).hasSize(load.sent());
        }
        for (GaleraNode left : nodes.subList(1, 3)) {
            assertThat(left.status("wsrep_cluster_size")).isEqualTo("2");
            await().atMost(PATIENCE).untilAsserted(() -> {
                Map<String, int[]> rows = rows(left);
                assertThat(acknowledged).allSatisfy(id -> {
                    assertThat(rows).containsKey(id);
                    assertThat(rows.get(id)[0]).as("rows of %s", id).isEqualTo(1);
                    assertThat(rows.get(id)[1]).as("status of %s", id).isEqualTo(2);
                });
            });
        }
        assertThat(gateways.getFirst().metric("tallygate_illegal_moves_total")).isZero();
    }

    private static void grow(ProviderLoad load, int by) {
        int before = load.acknowledged().size();
        await().atMost(PATIENCE).until(() -> load.acknowledged().size() >= before + by);
    }

    /** Two gateways on two nodes get each callback at the same moment: certification fails one of them, which then finds the other's row. */
    private Set<String> duplicatesOnTwoNodes(RunningGateway first, RunningGateway beside) throws Exception {
        Sender sender = new Sender();
        List<Callable<Sender.Answered>> posts = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            String id = Sender.newId();
            StripeCallback callback = StripeCallback.of(id, Sender.SECRET);
            posts.add(() -> sender.send(first, id, callback));
            posts.add(() -> sender.send(beside, id, callback));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(12)) {
            for (Future<Sender.Answered> post : threads.invokeAll(posts)) {
                assertThat(post.get().status()).isIn(200, 503);
            }
        }
        Set<String> acknowledged = new TreeSet<>(sender.acknowledged());
        assertThat(acknowledged).hasSize(150);
        assertThat(first.metric("tallygate_events_stored_total") + beside.metric("tallygate_events_stored_total"))
                .as("counted as stored on both")
                .isEqualTo(150);
        return acknowledged;
    }

    /** By event: how many rows, and the least status. */
    private static Map<String, int[]> rows(GaleraNode node) throws SQLException {
        Map<String, int[]> rows = new HashMap<>();
        try (Connection connection = node.root();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONVERT(event_id USING utf8mb4), COUNT(*), MIN(status)"
                        + " FROM tallygate.async_task GROUP BY event_id")) {
            while (row.next()) {
                rows.put(row.getString(1), new int[] {row.getInt(2), row.getInt(3)});
            }
        }
        return rows;
    }
}
