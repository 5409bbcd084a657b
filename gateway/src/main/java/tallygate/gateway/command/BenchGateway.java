package tallygate.gateway.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A gateway of this distribution as a child process: one Stripe endpoint, one HTTP route, a database that is given. */
final class BenchGateway implements AutoCloseable {
    static final String SECRET = "whsec_bench0123456789abcdef";
    static final String ENDPOINT = "bench";

    private static final String PASSWORD_VARIABLE = "TALLYGATE_BENCH_DB_PASSWORD";
    private static final Duration READY_MAX = Duration.ofMinutes(3);
    private static final Duration STOP_MAX = Duration.ofSeconds(40);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Process process;
    private final Path log;
    private final int callbacks;
    private final int management;

    private BenchGateway(Process process, Path log, int callbacks, int management) {
        this.process = process;
        this.log = log;
        this.callbacks = callbacks;
        this.management = management;
    }

    /**
     * Returns when the gateway is ready.
     *
     * @param home the distribution's folder
     * @param directory where its configuration, log and data go; made when it is not there
     */
    static BenchGateway start(Path home, Path directory, BenchDatabase database, int downstreamPort)
            throws InterruptedException {
        int callbacks = freePort();
        int management = freePort();
        Path log = directory.resolve("gateway.log");
        try {
            Files.createDirectories(directory);
            Path configuration = directory.resolve("bench.yaml");
            Files.writeString(configuration, """
                server:
                  callbacks: { bind: "127.0.0.1:%d" }
                  management: { bind: "127.0.0.1:%d" }
                database:
                  url: "%s"
                  username: "%s"
                  password: "${env:%s}"
                data-dir: "%s"
                mode: development
                endpoints:
                  - { name: %s, provider: stripe, secrets: ["%s"], route: bench }
                routes:
                  bench:
                    handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 5m }
                    run-max: 5m
                """.formatted(
                            callbacks,
                            management,
                            database.url(),
                            database.user(),
                            PASSWORD_VARIABLE,
                            directory.resolve("data"),
                            ENDPOINT,
                            SECRET,
                            downstreamPort));
            var builder = new ProcessBuilder(
                            home.resolve("bin/tallygate").toString(), "serve", "--config", configuration.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().put(PASSWORD_VARIABLE, database.password());
            var gateway = new BenchGateway(builder.start(), log, callbacks, management);
            gateway.awaitReady();
            return gateway;
        } catch (IOException e) {
            throw new BenchException("a gateway could not be started in " + directory + ": " + e, e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + callbacks + "/callbacks/" + ENDPOINT;
    }

    long pid() {
        return process.pid();
    }

    /** The sum over all series of a metric whose labels contain the text; 0 when there is none. */
    double metric(String name, String label) throws InterruptedException {
        try {
            return client.send(get("/metrics"), HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                    .filter(line -> line.contains(label))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException e) {
            throw new BenchException("the gateway's metrics could not be read: " + e, e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        client.close();
    }

    private void awaitReady() throws InterruptedException, IOException {
        long until = System.nanoTime() + READY_MAX.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > until) {
                String said = Files.readString(log);
                close();
                throw new BenchException("the gateway did not get ready; its log ends with: "
                        + said.substring(Math.max(0, said.length() - 2_000)));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return client.send(get("/readyz"), HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + path))
                .timeout(Duration.ofSeconds(5))
                .build();
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new BenchException("no free port on the loopback address: " + e, e);
        }
    }
}
