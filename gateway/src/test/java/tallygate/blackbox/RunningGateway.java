package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** {@code tallygate serve --config …} as a child process. */
final class RunningGateway implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofSeconds(120);
    private static final Duration STOPPED_MAX = Duration.ofSeconds(60);

    private final Path folder;
    private final int callbacks = freePort();
    private final int management = freePort();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;

    /** @param rest the configuration below server and data-dir, which are written here */
    RunningGateway(Path folder, String rest) throws IOException {
        this(folder, rest, Map.of());
    }

    /** @param environment added to this process's own */
    RunningGateway(Path folder, String rest, Map<String, String> environment) throws IOException {
        this.folder = folder;
        write(rest);
        ProcessBuilder builder = new ProcessBuilder(launcher().toString(), "serve", "--config", config().toString())
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("log.txt").toFile());
        builder.environment().putAll(environment);
        process = builder.start();
    }

    static Path launcher() {
        Path launcher = Path.of("target", "tallygate", "bin", "tallygate").toAbsolutePath();
        assertThat(launcher).as("run mvn package first").isExecutable();
        return launcher;
    }

    void write(String rest) throws IOException {
        String server = """
            server:
              callbacks: { bind: "127.0.0.1:%d" }
              management: { bind: "127.0.0.1:%d" }
              drain: { delay: 100ms }
            data-dir: %s
            """.formatted(callbacks, management, folder.resolve("data"));
        Files.writeString(config(), server + rest);
    }

    Path config() {
        return folder.resolve("tallygate.yaml");
    }

    RunningGateway awaitReady() {
        await().atMost(READY_MAX).pollInterval(Duration.ofMillis(50)).until(() -> {
            assertThat(process.isAlive()).as("the gateway runs: %s", log()).isTrue();
            return get("/readyz").statusCode() == 200;
        });
        return this;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        try {
            return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + path))
                    .build());
        } catch (IOException e) {
            return new Unanswered();
        }
    }

    HttpResponse<String> reload(String token) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + "/api/v1/reload"))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    /** The sum of all samples of a counter. */
    double metric(String name) throws IOException, InterruptedException {
        return metric(name, "");
    }

    /** The sum of those samples whose line has this label, as {@code outcome="done"}. */
    double metric(String name, String label) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(label))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    String token() throws IOException {
        return Files.readString(folder.resolve("data/management-token")).strip();
    }

    HttpResponse<String> callback(String path, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + callbacks + path))
                .timeout(Duration.ofSeconds(10))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        return send(request.build());
    }

    String callbacksUrl() {
        return "http://127.0.0.1:" + callbacks + "/callbacks/";
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** A connection to the embedded database, behind the gateway's back. */
    Connection sql() throws IOException, SQLException {
        Map<String, String> options = Files.readAllLines(folder.resolve("data/mariadb/client.cnf")).stream()
                .filter(line -> line.contains("="))
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0].strip(), parts -> parts[1].strip()));
        Properties login = new Properties();
        login.setProperty("user", options.getOrDefault("user", ""));
        login.setProperty("password", options.getOrDefault("password", ""));
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + options.get("port") + "/tallygate?connectionTimeZone=UTC", login);
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** SIGTERM. @return the exit code */
    int stop() throws IOException, InterruptedException {
        process.destroy();
        assertThat(process.waitFor(STOPPED_MAX.toSeconds(), TimeUnit.SECONDS))
                .as("the gateway ends on SIGTERM: %s", log())
                .isTrue();
        return process.exitValue();
    }

    String log() throws IOException {
        String text = Files.readString(folder.resolve("log.txt"));
        return text.substring(Math.max(0, text.length() - 5_000));
    }

    String wholeLog() throws IOException {
        return Files.readString(folder.resolve("log.txt")) + Files.readString(folder.resolve("out.txt"));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }
}
