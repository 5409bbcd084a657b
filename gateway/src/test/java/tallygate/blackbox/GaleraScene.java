package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A Galera cluster of three private nodes behind the shipped configuration of HAProxy, packaged gateways above, a receiver below. */
final class GaleraScene implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int TWICE = 150;

    final GaleraCluster cluster;
    final List<GaleraNode> nodes;
    final Receiver receiver;
    final List<RunningGateway> gateways = new ArrayList<>();
    private final Path folder;

    GaleraScene(Path folder) throws IOException {
        this.folder = folder;
        cluster = GaleraCluster.form(folder);
        nodes = cluster.nodes();
        receiver = new Receiver();
    }

    RunningGateway gateway(String name, int databasePort) throws IOException {
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

    static void grow(ProviderLoad load, int by) {
        int before = load.acknowledged().size();
        await().atMost(PATIENCE).until(() -> load.acknowledged().size() >= before + by);
    }

    static void standOnceAndAreDone(GaleraNode node, Collection<String> ids) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            Map<String, int[]> rows = rows(node);
            assertThat(ids).allSatisfy(id -> {
                assertThat(rows).containsKey(id);
                assertThat(rows.get(id)).as("rows and status of %s", id).containsExactly(1, 2);
            });
        });
    }

    /** By event: how many rows, and the least status. */
    static Map<String, int[]> rows(GaleraNode node) throws SQLException {
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

    /** Two gateways get each callback at the same moment. */
    static Set<String> sentToBoth(RunningGateway first, RunningGateway beside)
            throws InterruptedException, ExecutionException, java.security.GeneralSecurityException {
        Sender sender = new Sender();
        List<Callable<Sender.Answered>> posts = new ArrayList<>();
        for (int i = 0; i < TWICE; i++) {
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
        assertThat(acknowledged).hasSize(TWICE);
        return acknowledged;
    }

    @Override
    public void close() {
        gateways.forEach(RunningGateway::close);
        cluster.close();
        receiver.close();
    }
}
