package tallygate.brokers;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;
import tallygate.house.DebianPackages;

/** A Redis of Debian's package, private to one test class. */
public final class RedisServer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/redis-server");

    private final Path folder;
    private final int port;
    private Process process;

    private RedisServer(Path folder, int port) throws IOException {
        this.folder = folder;
        this.port = port;
        this.process = launch();
        awaitUp();
    }

    /** Empty where the package cannot be had. */
    public static Optional<RedisServer> start(Path folder) throws IOException {
        if (DebianPackages.program("redis-server", PROGRAM).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new RedisServer(folder, RabbitServer.freePort()));
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(
                        PROGRAM.toString(),
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--dir",
                        folder.toString(),
                        "--save",
                        "",
                        "--appendonly",
                        "no")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("redis.log").toFile())
                .start();
    }

    private void awaitUp() {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    try (RedisClient client = client()) {
                        return "PONG".equals(client.ping());
                    } catch (JedisException _) {
                        return false;
                    }
                });
    }

    public URI uri() {
        return URI.create("redis://127.0.0.1:" + port + "/0");
    }

    /** As a consumer of the shop has it. */
    public RedisClient client() {
        return RedisClient.create(uri());
    }

    /** Kills it; whatever it had is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    /** Starts it again, empty. */
    public void restart() throws IOException {
        process = launch();
        awaitUp();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
