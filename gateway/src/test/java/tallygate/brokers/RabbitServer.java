package tallygate.brokers;

import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tallygate.house.DebianPackages;

/** A RabbitMQ node of Debian's package, private to one test class. */
public final class RabbitServer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");
    private static final Duration START_MAX = Duration.ofSeconds(90);

    private final Path folder;
    private final int epmdPort = freePort();
    private final int port;
    private final int management = freePort();
    private Process process;

    private RabbitServer(Path folder, int port) throws IOException {
        this.folder = folder;
        this.port = port;
        Files.createDirectories(folder.resolve("mnesia"));
        Files.writeString(folder.resolve("enabled_plugins"), "[rabbitmq_management].");
        Files.writeString(folder.resolve("env.conf"), "");
        Files.writeString(folder.resolve("rabbitmq.conf"), """
            listeners.tcp.default = 127.0.0.1:%d
            vm_memory_high_watermark.absolute = 512MB
            disk_free_limit.absolute = 50MB
            management.tcp.ip = 127.0.0.1
            management.tcp.port = %d
            """.formatted(port, management));
        this.process = launch();
    }

    /** Empty where the package cannot be had. */
    public static Optional<RabbitServer> start(Path folder) throws IOException {
        if (DebianPackages.program("rabbitmq-server", PROGRAM).isEmpty()) {
            return Optional.empty();
        }
        RabbitServer server = new RabbitServer(folder, freePort());
        server.awaitUp();
        return Optional.of(server);
    }

    private Process launch() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(PROGRAM.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.log").toFile());
        builder.environment()
                .putAll(Map.ofEntries(
                        Map.entry("HOME", folder.toString()),
                        Map.entry("RABBITMQ_NODENAME", "t" + port + "@localhost"),
                        Map.entry("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
                        Map.entry("RABBITMQ_NODE_PORT", Integer.toString(port)),
                        Map.entry("RABBITMQ_DIST_PORT", Integer.toString(freePort())),
                        Map.entry("ERL_EPMD_PORT", Integer.toString(epmdPort)),
                        Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                        Map.entry(
                                "RABBITMQ_MNESIA_BASE", folder.resolve("mnesia").toString()),
                        Map.entry("RABBITMQ_LOG_BASE", folder.resolve("log").toString()),
                        Map.entry(
                                "RABBITMQ_ENABLED_PLUGINS_FILE",
                                folder.resolve("enabled_plugins").toString()),
                        Map.entry(
                                "RABBITMQ_CONFIG_FILE",
                                folder.resolve("rabbitmq.conf").toString()),
                        Map.entry(
                                "RABBITMQ_CONF_ENV_FILE",
                                folder.resolve("env.conf").toString()),
                        Map.entry(
                                "RABBITMQ_GENERATED_CONFIG_DIR",
                                folder.resolve("gen").toString()),
                        Map.entry(
                                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                                "-kernel inet_dist_use_interface {127,0,0,1} +S 2:2 +sbwt none"),
                        Map.entry("LC_ALL", "C.UTF-8")));
        return builder.start();
    }

    private void awaitUp() {
        await().atMost(START_MAX).pollInterval(Duration.ofMillis(200)).until(() -> {
            try (Connection connection = connect()) {
                return connection.isOpen();
            } catch (IOException | TimeoutException e) {
                if (!process.isAlive()) {
                    throw new IllegalStateException(
                            "RabbitMQ ended: " + Files.readString(folder.resolve("out.log")), e);
                }
                return false;
            }
        });
    }

    public URI uri() {
        return URI.create("amqp://guest:guest@127.0.0.1:" + port + "/%2F");
    }

    /** The management API. */
    public URI management() {
        return URI.create("http://guest:guest@127.0.0.1:" + management);
    }

    /** A plain connection, as a consumer of the shop has it. */
    public Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }

    /** Kills the node without warning. */
    public void kill() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    /** Starts it again with what it has on disk. */
    public void restart() throws IOException {
        process = launch();
        awaitUp();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                kill();
            }
            new ProcessBuilder("epmd", "-port", Integer.toString(epmdPort), "-kill")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(5, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new IllegalStateException("the port mapper of Erlang does not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
