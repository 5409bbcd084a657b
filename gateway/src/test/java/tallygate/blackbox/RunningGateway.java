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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * {@code tallygate serve --config …} as a child process, the leader of a process group of its own, that can be killed, stopped
 * and started again with its ports and data.
 */
public final class RunningGateway implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofSeconds(240);
    private static final Duration PAGE_MAX = Duration.ofSeconds(20);
    /** As long as a start may take: a node that is told to end while it starts ends after it. */
    private static final Duration STOPPED_MAX = READY_MAX;

    private final Path folder;
    private final Map<String, String> environment;
    private final Path errors;
    private final List<String> through;
    private final int callbacks = freePort();
    private final int management = freePort();
    private final HttpClient client = HttpClient.newHttpClient();
    private Process process;

    /** @param rest the configuration below server and data-dir, which are written here */
    public RunningGateway(Path folder, String rest) throws IOException {
        this(folder, rest, Map.of());
    }

    /** @param environment added to this process's own */
    public RunningGateway(Path folder, String rest, Map<String, String> environment) throws IOException {
        this(folder, rest, environment, folder.resolve("log.txt"));
    }

    /** @param errors where its standard error goes: a file, or a pipe that somebody reads */
    public RunningGateway(Path folder, String rest, Map<String, String> environment, Path errors) throws IOException {
        this(folder, rest, environment, errors, List.of("setsid"));
    }

    /** @param through a command that runs the launcher: {@code setsid}, or one that also takes something away from it */
    public RunningGateway(Path folder, String rest, Map<String, String> environment, Path errors, List<String> through)
            throws IOException {
        this.folder = folder;
        this.environment = Map.copyOf(environment);
        this.errors = errors;
        this.through = List.copyOf(through);
        write(rest);
        process = start();
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>(through);
        command.addAll(List.of(launcher().toString(), "serve", "--config", config().toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("out.txt").toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Starts it again after it has ended; {@link #awaitReady()} waits for it. */
    public void startAgain() throws IOException {
        assertThat(process.isAlive()).as("the gateway has ended").isFalse();
        process = start();
    }

    public void kill(Kill how) throws IOException, InterruptedException {
        how.strike(process.toHandle());
        assertThat(process.waitFor(STOPPED_MAX.toSeconds(), TimeUnit.SECONDS))
                .as("the gateway is gone after %s", how)
                .isTrue();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    public static Path launcher() {
        Path launcher = Path.of("target", "tallygate", "bin", "tallygate").toAbsolutePath();
        assertThat(launcher).as("run mvn package first").isExecutable();
        return launcher;
    }

    public void write(String rest) throws IOException {
        String server = """
            server:
              callbacks: { bind: "127.0.0.1:%d" }
              management: { bind: "127.0.0.1:%d" }
              drain: { delay: 100ms }
            data-dir: %s
            """.formatted(callbacks, management, folder.resolve("data"));
        Files.writeString(config(), server + rest);
    }

    public Path config() {
        return folder.resolve("tallygate.yaml");
    }

    public RunningGateway awaitReady() {
        await().atMost(READY_MAX).pollInterval(Duration.ofMillis(50)).until(() -> {
            assertThat(process.isAlive()).as("the gateway runs: %s", log()).isTrue();
            return get("/readyz").statusCode() == 200;
        });
        return this;
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        try {
            return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + path))
                    .timeout(PAGE_MAX)
                    .build());
        } catch (IOException e) {
            return new Unanswered();
        }
    }

    public HttpResponse<String> reload(String token) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management + "/api/v1/reload"))
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    /** The sum of all samples of a counter. */
    public double metric(String name) throws IOException, InterruptedException {
        return metric(name, "");
    }

    /** The sum of those samples whose line has this label, as {@code outcome="done"}. */
    public double metric(String name, String label) throws IOException, InterruptedException {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(label))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    public String token() throws IOException {
        return Files.readString(folder.resolve("data/management-token")).strip();
    }

    public HttpResponse<String> callback(String path, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + callbacks + path))
                .timeout(Duration.ofSeconds(10))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        return send(request.build());
    }

    public String managementUrl() {
        return "http://127.0.0.1:" + management;
    }

    public String callbacksUrl() {
        return "http://127.0.0.1:" + callbacks + "/callbacks/";
    }

    public int callbacksPort() {
        return callbacks;
    }

    public int managementPort() {
        return management;
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** A connection to the embedded database, behind the gateway's back. */
    public Connection sql() throws IOException, SQLException {
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

    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** SIGTERM. @return the exit code */
    public int stop() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(STOPPED_MAX.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError(
                    "SIGTERM did not end the gateway, its threads: " + threads() + " its log: " + log());
        }
        return process.exitValue();
    }

    /** What each thread does, as the JVM tells on standard output. */
    private String threads() throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        long before = Files.size(out);
        signal("QUIT");
        await().atMost(PAGE_MAX)
                .until(() -> Files.size(out) > before && Files.readString(out).contains("JNI global"));
        return Files.readString(out).substring((int) before);
    }

    String log() throws IOException {
        String text = Files.readString(folder.resolve("log.txt"));
        return text.substring(Math.max(0, text.length() - 5_000));
    }

    /** For messages: whether it runs, what it says about itself, and the end of its log. */
    public String state() {
        try {
            return (process.isAlive() ? "runs" : "has ended") + ", its parts: "
                    + get("/readyz").body() + ", its figures: "
                    + get("/metrics")
                            .body()
                            .lines()
                            .filter(line ->
                                    line.matches("tallygate_(callbacks|work_total|queue|workers|intake|leases).*"))
                            .toList()
                    + ", its log: " + log();
        } catch (IOException e) {
            return "does not tell: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "was not asked to the end";
        }
    }

    public String wholeLog() throws IOException {
        return Files.readString(folder.resolve("log.txt")) + Files.readString(folder.resolve("out.txt"));
    }

    @Override
    public void close() {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
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
