package tallygate.gateway.embedded;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import tallygate.house.DebianPackages;

/**
 * Real database servers for tests, started at first use and once for each test run; they end with its process. User
 * {@code tallygate} may what the gateway's user may, user {@code root} at 127.0.0.1 (password {@code root}) may everything.
 */
public final class TestServers {
    private static final List<String> ROOT = List.of(
            "CREATE USER IF NOT EXISTS root@'127.0.0.1';",
            "ALTER USER root@'127.0.0.1' IDENTIFIED BY 'root';",
            "GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;");
    private static final Path DEBIAN = Path.of("/usr/sbin/mariadbd");

    private TestServers() {}

    private static final class Embedded {
        static final ServerAddress ADDRESS = startEmbedded();
    }

    private static final class Debian {
        static final ServerAddress ADDRESS = startDebian();
    }

    /** The server that comes with the gateway, as the gateway starts it. */
    public static ServerAddress embedded() {
        return Embedded.ADDRESS;
    }

    /** Debian's MariaDB as it comes, where it is installed. */
    public static Optional<ServerAddress> debian() {
        return DebianPackages.program("mariadb-server", DEBIAN).map(_ -> Debian.ADDRESS);
    }

    private static ServerAddress startEmbedded() {
        Folder folder = Folder.free("embedded");
        var settings = new EmbeddedSettings(
                folder.path, Path.of("target", "embedded").toAbsolutePath(), Optional.empty(), 256, 128, ROOT);
        return EmbeddedDatabase.start(settings, folder.lock, new SecureRandom(), (_, _) -> {})
                .address();
    }

    private static ServerAddress startDebian() {
        try {
            Folder folder = Folder.free("debian");
            Path data = folder.path.resolve("data");
            if (!Files.isDirectory(data)) {
                run(folder, "mariadb-install-db", "--no-defaults", "--datadir=" + data, "--skip-test-db");
            }
            int port = freePort();
            Path init = folder.path.resolve("init.sql");
            List<String> sql = new ArrayList<>(ROOT);
            sql.addAll(List.of(
                    "CREATE DATABASE IF NOT EXISTS tallygate CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;",
                    "CREATE USER IF NOT EXISTS tallygate@'127.0.0.1';",
                    "ALTER USER tallygate@'127.0.0.1' IDENTIFIED BY 'tallygate';",
                    "GRANT ALL ON `tallygate%`.* TO tallygate@'127.0.0.1';"));
            Files.write(init, sql);
            List<String> command = new ArrayList<>(List.of(
                    DEBIAN.toString(),
                    "--no-defaults",
                    "--datadir=" + data,
                    "--socket=server.sock",
                    "--pid-file=" + folder.path.resolve("server.pid"),
                    "--init-file=" + init,
                    "--bind-address=127.0.0.1",
                    "--port=" + port,
                    "--skip-name-resolve",
                    "--max-allowed-packet=64M"));
            command.addAll(asRoot());
            ServerProcess server =
                    ServerProcess.start(command, Path.of("/usr"), folder.path.resolve("server.log"), port);
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(50))
                    .until(server::greets);
            return new ServerAddress(port, "tallygate", "tallygate", "tallygate");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> asRoot() {
        return "root".equals(System.getProperty("user.name")) ? List.of("--user=root") : List.of();
    }

    private static void run(Folder folder, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(words));
        command.addAll(asRoot());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.path.resolve("install.log").toFile())
                .start();
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IllegalStateException(command + " failed, see " + folder.path);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A data folder that no other test run uses; kept, so that the next run need not install again. */
    private record Folder(Path path, DataDirLock lock) {
        /** Until the process ends: a lock that nobody refers to any more is collected, and free for another run. */
        private static final List<DataDirLock> HELD = new CopyOnWriteArrayList<>();

        static Folder free(String name) {
            for (int i = 0; ; i++) {
                Path path = Path.of("target", "servers", name + "-" + i).toAbsolutePath();
                try {
                    Folder folder = new Folder(path, DataDirLock.take(path));
                    HELD.add(folder.lock);
                    return folder;
                } catch (EmbeddedException e) {
                    if (i == 20) {
                        throw e;
                    }
                }
            }
        }
    }
}
