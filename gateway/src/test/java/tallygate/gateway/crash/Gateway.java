package tallygate.gateway.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
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
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged gateway with an embedded database and one Stripe endpoint, as a child process that can be killed and started again. */
final class Gateway implements AutoCloseable {
    static final String SECRET = "whsec_crash0123456789abcdef";

    private static final Duration READY_MAX = Duration.ofSeconds(90);
    private static final Duration STOPPED_MAX = Duration.ofSeconds(40);

    private final Distribution distribution;
    private final Path directory;
    private final int callbacksPort = freePort();
    private final int managementPort = freePort();
    private final HttpClient client = HttpClient.newHttpClient();

    private Process process;

    Gateway(Distribution distribution, Path directory, int downstreamPort) throws IOException {
        this.distribution = distribution;
        this.directory = directory;
        Files.writeString(
                configuration(), """
                    server:
                      callbacks: { bind: "127.0.0.1:%d" }
                      management: { bind: "127.0.0.1:%d" }
                    data-dir: %s
                    endpoints:
                      - name: s
                        provider: stripe
                        secrets: ["%s"]
                        route: r
                    routes:
                      r:
                        handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 5s }
                    """.formatted(callbacksPort, managementPort, dataDirectory(), SECRET, downstreamPort));
        process = start();
    }

    String url() {
        return "http://127.0.0.1:" + callbacksPort + "/callbacks/s";
    }

    Path dataDirectory() {
        return directory.resolve("data");
    }

    void kill(Kill how) throws IOException, InterruptedException {
        how.strike(process.toHandle());
        assertThat(process.waitFor(STOPPED_MAX.toSeconds(), TimeUnit.SECONDS))
                .as("the gateway is gone after %s", how)
                .isTrue();
    }

    void restart() throws IOException {
        process = start();
        awaitReady();
    }

    void awaitReady() {
        await().atMost(READY_MAX).pollInterval(Duration.ofMillis(50)).until(() -> {
            assertThat(process.isAlive()).as("the gateway runs: %s", logTail()).isTrue();
            return isReady();
        });
    }

    /** SIGTERM. @return the exit code */
    int stop() throws IOException, InterruptedException {
        process.destroy();
        assertThat(process.waitFor(STOPPED_MAX.toSeconds(), TimeUnit.SECONDS))
                .as("the gateway ends on SIGTERM: %s", logTail())
                .isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        client.close();
    }

    private Process start() throws IOException {
        return new ProcessBuilder(distribution.gateway(
                        "serve", "--config", configuration().toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log()))
                .start();
    }

    private boolean isReady() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + "/readyz"))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private Path configuration() {
        return directory.resolve("crash.yaml");
    }

    private File log() {
        return directory.resolve("gateway.log").toFile();
    }

    /** For messages: whether it runs, what it says about itself, and the end of its log. */
    String state() {
        try {
            return (process.isAlive() ? "runs" : "has ended") + ", its parts: " + get("/readyz") + ", its figures: "
                    + get("/metrics")
                            .lines()
                            .filter(line ->
                                    line.matches("tallygate_(callbacks|work_total|queue|workers|intake|leases).*"))
                            .toList()
                    + ", its log: " + logTail();
        } catch (IOException e) {
            return "has no log: " + e.getMessage();
        }
    }

    private String get(String page) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + page))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            return "no answer (" + e.getMessage() + ")";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private String logTail() throws IOException {
        String text = Files.readString(log().toPath());
        return text.substring(Math.max(0, text.length() - 3_000));
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }
}
