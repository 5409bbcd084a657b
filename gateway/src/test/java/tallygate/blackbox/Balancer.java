package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tallygate.deploy.BalancerTls;
import tallygate.deploy.Deployment;
import tallygate.deploy.NginxFile;
import tallygate.house.DebianPackages;

/** A load balancer as a child process, with a configuration that is shipped. */
final class Balancer implements AutoCloseable {
    private static final Duration UP_MAX = Duration.ofSeconds(20);

    private final Process process;
    private final Path log;
    private final int port;
    private final int figures;

    private Balancer(Process process, Path log, int port, int figures) {
        this.process = process;
        this.log = log;
        this.port = port;
        this.figures = figures;
    }

    /** @param change what is written otherwise than in the shipped file: words and their substitute */
    static Balancer haproxy(Path folder, List<RunningGateway> gateways, Map<String, String> change) throws IOException {
        return haproxy(gateways.stream().map(Place::of).toList(), folder, change);
    }

    /** Where a gateway is called, and where it says that it is ready. */
    record Place(int callbacks, int health) {
        static Place of(RunningGateway gateway) {
            return new Place(gateway.callbacksPort(), gateway.managementPort());
        }
    }

    static Balancer haproxy(List<Place> gateways, Path folder, Map<String, String> change) throws IOException {
        int port = freePort();
        // not every machine gives as many files to a process
        String text = Deployment.text("haproxy/haproxy.cfg").replace("maxconn 20000", "maxconn 1000");
        Path file = Files.writeString(folder.resolve("haproxy.cfg"), changed(text, change));
        return haproxy(
                folder,
                file,
                port,
                Map.of(
                        "TALLYGATE_BIND", "127.0.0.1:" + port,
                        "TALLYGATE_FIGURES", "127.0.0.1:" + freePort(),
                        "TALLYGATE_CERTIFICATE",
                                BalancerTls.make(folder).together().toString(),
                        "GATEWAY_1", "127.0.0.1:" + gateways.get(0).callbacks(),
                        "GATEWAY_1_HEALTH", Integer.toString(gateways.get(0).health()),
                        "GATEWAY_2", "127.0.0.1:" + gateways.get(1).callbacks(),
                        "GATEWAY_2_HEALTH", Integer.toString(gateways.get(1).health())));
    }

    static Balancer haproxy(Path folder, Path file, int port, Map<String, String> environment) throws IOException {
        return start(
                folder,
                port,
                environment,
                List.of(program("haproxy", "/usr/sbin/haproxy").toString(), "-db", "-f", file.toString()));
    }

    static Balancer nginx(Path folder, String shipped, List<RunningGateway> gateways) throws IOException {
        return nginx(
                folder,
                shipped,
                gateways.stream().map(RunningGateway::callbacksPort).toList(),
                Map.of());
    }

    /** @param change as with HAProxy */
    static Balancer nginx(Path folder, String shipped, List<Integer> gateways, Map<String, String> change)
            throws IOException {
        String nginx = program("nginx-light", "/usr/sbin/nginx").toString();
        int port = freePort();
        Path file = NginxFile.onThisMachine(folder, shipped, port, gateways);
        Files.writeString(file, changed(Files.readString(file), change));
        return start(
                folder,
                port,
                Map.of(),
                List.of(nginx, "-p", folder.toString(), "-c", file.toString(), "-g", "daemon off;"));
    }

    private static String changed(String text, Map<String, String> change) {
        String changed = text;
        for (Map.Entry<String, String> one : change.entrySet()) {
            assertThat(changed).contains(one.getKey());
            changed = changed.replace(one.getKey(), one.getValue());
        }
        return changed;
    }

    private static Balancer start(Path folder, int port, Map<String, String> environment, List<String> command)
            throws IOException {
        Path log = folder.resolve("balancer.log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Balancer balancer = new Balancer(
                builder.start(),
                log,
                port,
                Integer.parseInt(
                        environment.getOrDefault("TALLYGATE_FIGURES", ":0").replaceFirst(".*:", "")));
        await().atMost(UP_MAX).pollInterval(Duration.ofMillis(50)).until(balancer::answers);
        return balancer;
    }

    private boolean answers() throws IOException {
        assertThat(process.isAlive()).as("the balancer runs: %s", said()).isTrue();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    /** What HAProxy says of itself, as Prometheus reads it. */
    List<String> figures() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + figures + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .toList();
        }
    }

    /** What it wrote. */
    String said() throws IOException {
        return Files.readString(log, StandardCharsets.ISO_8859_1);
    }

    static Path program(String packageName, String path) {
        Optional<Path> program = DebianPackages.program(packageName, Path.of(path));
        assumeTrue(program.isPresent(), path + " is not there");
        return program.get();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
