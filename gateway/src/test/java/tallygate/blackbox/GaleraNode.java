package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tallygate.deploy.Deployment;

/** One node of a private Galera cluster on loopback, with the little HTTP service that a load balancer asks. */
final class GaleraNode implements AutoCloseable {
    static final Path LIBRARY = Path.of("/usr/lib/galera/libgalera_smm.so");

    private static final Pattern RECOVERED = Pattern.compile("Recovered position: [0-9a-f-]+:(\\d+)");
    private static final Duration SYNCED_MAX = Duration.ofSeconds(60);

    private final Path folder;
    private final int number;
    private final List<Integer> group;
    private final int port = Balancer.freePort();
    private final HttpServer check = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    private Process process;

    /** @param group the base port of each node's traffic with the others; the two above it are taken too */
    GaleraNode(Path folder, int number, List<Integer> group) throws IOException {
        this.folder = Files.createDirectories(folder.resolve("n" + number));
        this.number = number;
        this.group = List.copyOf(group);
        Files.createDirectories(this.folder.resolve("tmp"));
        ownedByServer();
        run(
                "install",
                "mariadb-install-db",
                "--no-defaults",
                "--datadir=" + data(),
                "--auth-root-authentication-method=normal",
                "--skip-test-db");
        Files.writeString(configuration(), settings());
        check.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(isSynced() ? 200 : 503, -1);
            }
        });
        check.start();
    }

    private String settings() {
        String addresses = group.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
        int base = group.get(number - 1);
        return """
            [mysqld]
            datadir=%s
            tmpdir=%s
            socket=%s
            pid-file=%s
            log-error=%s
            port=%d
            bind-address=127.0.0.1
            skip-name-resolve
            binlog_format=ROW
            innodb_autoinc_lock_mode=2
            innodb_flush_log_at_trx_commit=1
            innodb_buffer_pool_size=64M
            innodb_log_file_size=32M
            max_allowed_packet=64M
            default_time_zone=+00:00
            wsrep_on=ON
            wsrep_provider=%s
            wsrep_provider_options=base_host=127.0.0.1;base_port=%d;gmcast.listen_addr=tcp://127.0.0.1:%d;ist.recv_addr=127.0.0.1:%d;gcache.size=64M;evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT4S;evs.inactive_check_period=PT0.5S
            wsrep_cluster_name=tallygate-%d
            wsrep_cluster_address=gcomm://%s
            wsrep_node_name=n%d
            wsrep_node_address=127.0.0.1:%d
            wsrep_sst_method=rsync
            wsrep_sst_receive_address=127.0.0.1:%d
            wsrep_slave_threads=2
            wsrep_sync_wait=1
            """.formatted(
                        data(),
                        folder.resolve("tmp"),
                        socket(),
                        folder.resolve("db.pid"),
                        folder.resolve("db.log"),
                        port,
                        LIBRARY,
                        base,
                        base,
                        base + 1,
                        group.getFirst(),
                        addresses,
                        number,
                        base,
                        base + 2);
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path socket() {
        return folder.resolve("db.sock");
    }

    private Path configuration() {
        return folder.resolve("my.cnf");
    }

    int port() {
        return port;
    }

    int checkPort() {
        return check.getAddress().getPort();
    }

    /** Started by root, a server that receives a copy of the data must be another user, or its rsync may not write. */
    private void ownedByServer() {
        if ("root".equals(System.getProperty("user.name"))) {
            Deployment.run(folder, Map.of(), List.of("chown", "-R", "mysql:", folder.toString()));
        }
    }

    private static List<String> asServer() {
        return "root".equals(System.getProperty("user.name")) ? List.of("--user=mysql") : List.of();
    }

    private void run(String what, String... words) {
        List<String> command = new ArrayList<>(List.of(words));
        command.addAll(asServer());
        Deployment.Said said = Deployment.run(folder, Map.of(), command);
        assertThat(said.exit()).as("%s: %s", what, said.text()).isZero();
    }

    /** The first node of a new cluster, or one that joins. */
    void start(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("mariadbd", "--defaults-file=" + configuration()));
        command.addAll(asServer());
        command.addAll(List.of(more));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.log").toFile())
                .start();
    }

    void awaitSynced() {
        await().atMost(SYNCED_MAX).pollInterval(Duration.ofMillis(100)).until(() -> {
            assertThat(process.isAlive()).as("node %d runs: %s", number, log()).isTrue();
            return isSynced();
        });
    }

    /** Synced, and in the part of the cluster that may write. */
    boolean isSynced() {
        return status("wsrep_local_state").equals("4")
                && status("wsrep_cluster_status").equals("Primary");
    }

    String status(String name) {
        try (Connection connection = root();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW STATUS LIKE '" + name + "'")) {
            return row.next() ? row.getString(2) : "";
        } catch (SQLException e) {
            return "";
        }
    }

    Connection root() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/?connectTimeout=2000&socketTimeout=5000", "probe", "probe");
    }

    /** By the socket, before any user of ours is there. */
    void sql(String text) {
        Deployment.Said said = Deployment.run(
                folder, Map.of(), List.of("mariadb", "--no-defaults", "-uroot", "-S", socket().toString(), "-e", text));
        assertThat(said.exit()).as(said.text()).isZero();
    }

    boolean greets() {
        return Deployment.run(
                                folder,
                                Map.of(),
                                List.of(
                                        "mariadb",
                                        "--no-defaults",
                                        "-uroot",
                                        "-S",
                                        socket().toString(),
                                        "-e",
                                        "SELECT 1"))
                        .exit()
                == 0;
    }

    /** The node hears nobody any more, and nobody it. */
    void isolate(boolean isCutOff) {
        sql("SET GLOBAL wsrep_provider_options='gmcast.isolate=" + (isCutOff ? 1 : 0) + "'");
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    /** Does not wait for the end, so that others can die in the same moment. */
    void beginKill() {
        process.destroyForcibly();
    }

    /** How far this dead node had come, by its own recovery. */
    long recovered() {
        List<String> command =
                new ArrayList<>(List.of("mariadbd", "--defaults-file=" + configuration(), "--wsrep-recover"));
        command.addAll(asServer());
        command.add("--log-error=" + folder.resolve("recovery.log"));
        Deployment.run(folder, Map.of(), command);
        try {
            Matcher position = RECOVERED.matcher(Files.readString(folder.resolve("recovery.log")));
            long last = -1;
            while (position.find()) {
                last = Long.parseLong(position.group(1));
            }
            return last;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** After all have died Galera wants to be told that this one was the last. */
    void mayForm() throws IOException {
        Path state = data().resolve("grastate.dat");
        String text = Files.readString(state);
        assertThat(text).contains("safe_to_bootstrap");
        Files.writeString(state, text.replaceAll("safe_to_bootstrap: \\d", "safe_to_bootstrap: 1"));
    }

    private String log() throws IOException {
        Path own = folder.resolve("db.log");
        String text = (Files.exists(own) ? Files.readString(own) : "") + Files.readString(folder.resolve("out.log"));
        return text.substring(Math.max(0, text.length() - 3_000));
    }

    @Override
    public void close() {
        check.stop(0);
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
