package tallygate.blackbox;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tallygate.deploy.Deployment;
import tallygate.house.DebianPackages;

/** Three nodes of a private Galera cluster, and before them the shipped configuration of HAProxy, which leads all to one. */
final class GaleraCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final List<GaleraNode> nodes = new ArrayList<>();
    private Balancer writer;

    private GaleraCluster() {}

    /** Formed and synced when this returns. */
    static GaleraCluster form(Path folder) throws IOException {
        Balancer.program("mariadb-server", "/usr/sbin/mariadbd");
        Balancer.program("rsync", "/usr/bin/rsync");
        Balancer.program("haproxy", "/usr/sbin/haproxy");
        assumeTrue(DebianPackages.file("galera-4", GaleraNode.LIBRARY).isPresent(), "Galera is not there");
        // The server runs as another user, which must come through to its folder.
        Deployment.run(folder, Map.of(), List.of("chmod", "755", folder.toString()));
        GaleraCluster cluster = new GaleraCluster();
        try {
            cluster.start(folder);
            return cluster;
        } catch (IOException | RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private void start(Path folder) throws IOException {
        List<Integer> group = List.of(groupPort(), groupPort(), groupPort());
        for (int number = 1; number <= 3; number++) {
            nodes.add(new GaleraNode(folder, number, group));
        }
        nodes.get(0).start("--wsrep-new-cluster");
        await().atMost(PATIENCE).until(nodes.get(0)::greets);
        nodes.get(0).sql("""
            CREATE DATABASE tallygate CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
            CREATE USER probe@'127.0.0.1' IDENTIFIED BY 'probe', tallygate@'127.0.0.1' IDENTIFIED BY 'tallygate';
            GRANT ALL ON *.* TO probe@'127.0.0.1';
            GRANT ALL ON tallygate.* TO tallygate@'127.0.0.1';
            """);
        nodes.get(0).awaitSynced();
        join(nodes.subList(1, 3));
        int port = Balancer.freePort();
        Map<String, String> places = new HashMap<>(Map.of("TALLYGATE_DB_BIND", "127.0.0.1:" + port));
        for (int number = 1; number <= 3; number++) {
            GaleraNode node = nodes.get(number - 1);
            places.put("GALERA_" + number, "127.0.0.1:" + node.port());
            places.put("GALERA_" + number + "_CHECK", Integer.toString(node.checkPort()));
        }
        writer = Balancer.haproxy(folder, Deployment.file("haproxy/galera.cfg"), port, places);
    }

    private static void join(List<GaleraNode> joining) throws IOException {
        for (GaleraNode one : joining) {
            one.start();
            one.awaitSynced();
        }
    }

    List<GaleraNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Of the way to the node that is written to. */
    int writerPort() {
        return writer.port();
    }

    /** Every node gone by SIGKILL. */
    void killAll() throws InterruptedException {
        nodes.forEach(GaleraNode::beginKill);
        for (GaleraNode one : nodes) {
            one.kill();
        }
    }

    /** As the documentation of Galera says: the node that has come furthest forms the cluster anew, the others join it. */
    void formAgain() throws IOException {
        List<GaleraNode> furthestFirst = nodes.stream()
                .sorted(Comparator.comparingLong(GaleraNode::recovered).reversed())
                .toList();
        furthestFirst.getFirst().mayForm();
        furthestFirst.getFirst().start("--wsrep-new-cluster");
        furthestFirst.getFirst().awaitSynced();
        join(furthestFirst.subList(1, 3));
    }

    /** Free, as the two above it are. */
    private static int groupPort() throws IOException {
        while (true) {
            int port = Balancer.freePort();
            try (ServerSocket _ = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress());
                    ServerSocket _ = new ServerSocket(port + 2, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (BindException _) {
                // Taken: another place.
            }
        }
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
        nodes.forEach(GaleraNode::close);
    }
}
