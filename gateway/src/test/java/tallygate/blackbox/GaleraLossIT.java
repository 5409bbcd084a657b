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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not meant to happen to a Galera cluster: all of it dies at once, two of its nodes are written to. */
class GaleraLossIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

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
              orders:
                handler: { kind: http, url: "http://127.0.0.1:%d/e", timeout: 4s }
                retry: { fixed: { delay: 500ms, retries: 40 }, jitter: 0%% }
            """.formatted(databasePort, Sender.SECRET, receiver.port()));
        gateways.add(gateway);
        return gateway;
    }

    private static void grow(ProviderLoad load, int by) {
        int before = load.acknowledged().size();
        await().atMost(PATIENCE).until(() -> load.acknowledged().size() >= before + by);
    }

    private static void standOnceAndAreDone(GaleraNode node, Collection<String> ids) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            Map<String, int[]> rows = rows(node);
            assertThat(ids).allSatisfy(id -> {
                assertThat(rows).containsKey(id);
                assertThat(rows.get(id)).as("rows and status of %s", id).containsExactly(1, 2);
            });
        });
    }

    @Test
    @Tag("F-51")
    void whatWasAcknowledgedIsThereWhenAllNodesHaveBeenKilledAtOnce() throws Exception {
        RunningGateway gateway = gateway("a", cluster.writerPort()).awaitReady();
        try (ProviderLoad load = new ProviderLoad()) {
            for (int i = 0; i < 3; i++) {
                load.begin(URI.create(gateway.callbacksUrl() + "shop"), Duration.ofMillis(20));
            }
            grow(load, 100);
            cluster.killAll();
            List<String> before = load.acknowledged();
            cluster.formAgain();
            assertThat(rows(nodes.getFirst()).keySet())
                    .as("before anything is sent again")
                    .containsAll(before);
            grow(load, 50);
            load.end();
            assertThat(load.acknowledged()).hasSize(load.sent());
            for (GaleraNode node : nodes) {
                standOnceAndAreDone(node, load.acknowledged());
            }
        }
        assertThat(gateway.metric("tallygate_illegal_moves_total")).isZero();
    }

    @Test
    @Tag("F-50")
    @Tag("F-52")
    void twoNodesThatAreWrittenToBeatEachOtherAndNothingIsLostOrDoubled() throws Exception {
        RunningGateway first = gateway("a", nodes.get(0).port()).awaitReady();
        RunningGateway beside = gateway("b", nodes.get(1).port()).awaitReady();
        // Each task is due a second time, for the claimers of both.
        Set<String> refused = new TreeSet<>();
        receiver.answerBy(call -> {
            synchronized (refused) {
                return new Receiver.Reply(refused.add(call.event()) ? 500 : 200, Map.of());
            }
        });
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
        Set<String> ids = Set.copyOf(sender.acknowledged());
        assertThat(ids).hasSize(150);
        standOnceAndAreDone(nodes.get(2), ids);
        assertThat(beaten(0) + beaten(1)).as("rows that both nodes wrote").isPositive();
        Map<String, Set<String>> keys = receiver.calls().stream()
                .collect(Collectors.groupingBy(
                        Receiver.Call::event, Collectors.mapping(Receiver.Call::key, Collectors.toSet())));
        assertThat(keys)
                .hasSize(150)
                .allSatisfy((id, used) -> assertThat(used).as(id).hasSize(1));
        for (RunningGateway gateway : gateways) {
            assertThat(gateway.metric("tallygate_illegal_moves_total")).isZero();
        }
        takesNothingWhileItIsCutOff(beside);
    }

    private double beaten(int node) {
        return Double.parseDouble(nodes.get(node).status("wsrep_local_cert_failures"))
                + Double.parseDouble(nodes.get(node).status("wsrep_local_bf_aborts"));
    }

    private void takesNothingWhileItIsCutOff(RunningGateway beside) throws Exception {
        Sender sender = new Sender();
        nodes.get(1).isolate(true);
        await().atMost(PATIENCE).until(() -> !nodes.get(1).isSynced());
        for (int i = 0; i < 5; i++) {
            assertThat(sender.send(beside, Sender.newId()).status()).isEqualTo(503);
        }
        nodes.get(1).isolate(false);
        nodes.get(1).awaitSynced();
        await().atMost(PATIENCE).until(() -> sender.send(beside, Sender.newId()).status() == 200);
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
