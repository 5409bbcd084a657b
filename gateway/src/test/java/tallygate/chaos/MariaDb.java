package tallygate.chaos;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tallygate.house.DebianPackages;

/**
 * Debian's MariaDB as a child process with data of its own, that can be killed, paused and started again on its port. User
 * {@code tallygate} has the gateway's rights, {@code root} all.
 */
final class MariaDb implements AutoCloseable {
    static final String PASSWORD = "dbcanary0123456789";

    private static final Duration UP_MAX = Duration.ofSeconds(60);
    private static final Path PROGRAM = Path.of("/usr/sbin/mariadbd");

    private final Path folder;
    private final List<String> options;
    private final Map<String, String> environment;
    private final int port = freePort();
    private Process process;

    private MariaDb(Path folder, List<String> options, Map<String, String> environment) throws IOException {
        this.folder = folder;
        this.options = List.copyOf(options);
        this.environment = Map.copyOf(environment);
        this.process = launch();
    }

    /** Empty where there is no such server and none can be installed. */
    static boolean isHere() {
        return DebianPackages.program("mariadb-server", PROGRAM).isPresent();
    }

    /**
     * A new server with an empty database {@code tallygate}, up when this returns.
     *
     * @param folder may exist; the data goes into {@code data} below it
     * @param options of mariadbd
     */
    static MariaDb fresh(Path folder, String... options) throws IOException, InterruptedException {
        return fresh(folder, List.of(options), Map.of());
    }

    /** As {@link #fresh}, with a clock that is set by writing into a file, as libfaketime reads it. */
    static MariaDb withClock(Path folder, Path faketime, Path clock) throws IOException, InterruptedException {
        return fresh(
                folder,
                List.of(),
                Map.of(
                        "LD_PRELOAD",
                        faketime.toString(),
                        "FAKETIME_TIMESTAMP_FILE",
                        clock.toString(),
                        "FAKETIME_CACHE_DURATION",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1",
                        "FAKETIME_FORCE_MONOTONIC_FIX",
                        "0"));
    }

    private static MariaDb fresh(Path folder, List<String> options, Map<String, String> environment)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        if (!Files.isDirectory(folder.resolve("data"))) {
            run("cp", "-r", template().toString(), folder.resolve("data").toString());
        }
        return new MariaDb(folder, options, environment).awaitUp();
    }

    /** An installed data folder, made once and copied: installing takes seconds. */
    private static synchronized Path template() throws IOException, InterruptedException {
        Path made = Path.of("target", "servers", "chaos-template").toAbsolutePath();
        if (!Files.isDirectory(made)) {
            Path half = Files.createDirectories(
                    made.resolveSibling("chaos-half-" + ProcessHandle.current().pid()));
            run(
                    "mariadb-install-db",
                    "--no-defaults",
                    "--user=" + System.getProperty("user.name"),
                    "--datadir=" + half,
                    "--innodb-log-file-size=16M",
                    "--skip-test-db");
            Files.move(half, made);
        }
        return made;
    }

    private Process launch() throws IOException {
        Path init = folder.resolve("init.sql");
        Files.writeString(init, """
            CREATE USER IF NOT EXISTS root@'127.0.0.1' IDENTIFIED BY 'root';
            GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;
            CREATE DATABASE IF NOT EXISTS tallygate CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
            CREATE USER IF NOT EXISTS tallygate@'127.0.0.1' IDENTIFIED BY '%s';
            GRANT ALL ON tallygate.* TO tallygate@'127.0.0.1';
            """.formatted(PASSWORD));
        List<String> command = new ArrayList<>(List.of(
                PROGRAM.toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + folder.resolve("data"),
                "--socket=" + "server.sock",
                "--pid-file=" + folder.resolve("server.pid"),
                "--init-file=" + init,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                "--innodb-log-file-size=16M",
                "--max-allowed-packet=64M"));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("server.log").toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private MariaDb awaitUp() {
        await().atMost(UP_MAX).pollInterval(Duration.ofMillis(50)).until(this::answers);
        return this;
    }

    private boolean answers() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("the server ended: " + Files.readString(folder.resolve("server.log")));
        }
        try (Connection connection = root()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    Path data() {
        return folder.resolve("data");
    }

    /** A connection that may everything, to database {@code tallygate}. */
    Connection root() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port
                        + "/tallygate?connectionTimeZone=UTC&connectTimeout=2000&socketTimeout=60000",
                "root",
                "root");
    }

    void sql(String... statements) throws SQLException {
        try (Connection connection = root();
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** A signal by its name, {@code KILL} or {@code STOP} for example. */
    void signal(String name) throws IOException, InterruptedException {
        run("kill", "-" + name, Long.toString(process.pid()));
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(20, TimeUnit.SECONDS);
    }

    /** SIGTERM, and waits for the end. */
    void shutDown() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            kill();
        }
    }

    /** Up when it returns; starts it if it has ended. */
    void up() throws IOException {
        if (!process.isAlive()) {
            process = launch();
        }
        awaitUp();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    static void run(String... command) throws IOException, InterruptedException {
        if (!succeeds(command)) {
            throw new IOException(String.join(" ", command) + " failed");
        }
    }

    static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }
}
