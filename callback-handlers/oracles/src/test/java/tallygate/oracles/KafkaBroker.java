package tallygate.oracles;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A real broker of Kafka, one node that is its own controller, in a process of its own. */
final class KafkaBroker implements AutoCloseable {
    private static final String CLUSTER = "MkU3OEVBNTcwNTJENDM2Qk";

    private final int port = freePort();
    private final Path folder;
    private final Process process;

    KafkaBroker(Path folder) throws Exception {
        this.folder = folder;
        Path settings = folder.resolve("server.properties");
        Files.writeString(settings, """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
            controller.listener.names=CONTROLLER
            log.dirs=%3$s
            auto.create.topics.enable=false
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            group.initial.rebalance.delay.ms=0
            """.formatted(port, freePort(), folder.resolve("log")));
        run("kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settings.toString());
        this.process = java("kafka.Kafka", settings.toString()).start();
    }

    private ProcessBuilder java(String main, String... arguments) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("broker.log").toFile()));
    }

    private void run(String main, String... arguments) throws IOException, InterruptedException {
        Process once = java(main, arguments).start();
        if (!once.waitFor(60, TimeUnit.SECONDS) || once.exitValue() != 0) {
            throw new IllegalStateException(main + " failed: " + Files.readString(folder.resolve("broker.log")));
        }
    }

    String servers() {
        return "127.0.0.1:" + port;
    }

    /** Waits for the broker, too. */
    void create(String... topics) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers(), "default.api.timeout.ms", "90000"))) {
            admin.createTopics(List.of(topics).stream()
                            .map(name -> new NewTopic(name, 1, (short) 1))
                            .toList())
                    .all()
                    .get();
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(15, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
