package tallygate.simulations;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import tallygate.loadtest.downstream.Behaviour;
import tallygate.loadtest.downstream.Downstream;
import tallygate.loadtest.downstream.EffectBook;

/**
 * What is under load: the distribution that the build made, with its own database and a downstream that books effects; or, with
 * {@code -Dload.target=http://host:port}, a gateway that runs elsewhere and has the shop's endpoints.
 */
final class Rig implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofSeconds(90);
    private static final Duration SETTLE_MAX = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final String base;
    private final Shop shop;
    private final Own own;

    /** The gateway that was started here. */
    private record Own(Process gateway, Downstream downstream, Path data) {}

    private Rig(String base, Shop shop, Own own) {
        this.base = base;
        this.shop = shop;
        this.own = own;
    }

    static Rig start() {
        Path target = Path.of(System.getProperty("load.folder", "target")).toAbsolutePath();
        Shop shop = Shop.in(target.resolve("shop"), Instant.now());
        String elsewhere = System.getProperty("load.target", "");
        if (!elsewhere.isEmpty()) {
            return new Rig(elsewhere, shop, null);
        }
        try {
            return startHere(target, shop);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the gateway started", e);
        }
    }

    private static Rig startHere(Path target, Shop shop) throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("load.home", "gateway/target/tallygate"))
                .toAbsolutePath();
        if (!Files.isExecutable(home.resolve("bin/tallygate"))) {
            throw new IllegalStateException(
                    "no distribution in " + home + ": build it first (mvn -DskipTests package), or set -Dload.home");
        }
        var downstream = new Downstream(0, 1, new Behaviour.Applies());
        Path data = Files.createTempDirectory(target, "gateway-");
        int port = freePort();
        Path configuration = data.resolve("load.yaml");
        Files.writeString(configuration, """
            server:
              callbacks: { bind: "127.0.0.1:%d" }
              management: { bind: "127.0.0.1:%d" }
            data-dir: "%s"
            endpoints:
            %s
            routes:
              load:
                handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 5s }
                retry: { schedule: [1s, 1s, 2s, 2s, 4s, 4s, 8s] }
            """.formatted(
                        port, freePort(), data.resolve("data"), shop.endpoints(), downstream.port()));
        Process gateway = new ProcessBuilder(
                        home.resolve("bin/tallygate").toString(), "serve", "--config", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(data.resolve("gateway.log").toFile())
                .start();
        var rig = new Rig("http://127.0.0.1:" + port, shop, new Own(gateway, downstream, data));
        rig.awaitReady();
        return rig;
    }

    String base() {
        return base;
    }

    Shop shop() {
        return shop;
    }

    void acknowledged(String event) {
        acknowledged.add(event);
    }

    /** How the business service treats deliveries from now on. */
    void downstream(Behaviour behaviour) {
        if (own != null) {
            own.downstream().behave(behaviour);
        }
    }

    /** The database stands still for that long; from a thread of its own. */
    void outage(Duration from, Duration length) {
        if (own == null) {
            throw new IllegalStateException("the database of a gateway elsewhere cannot be stopped from here");
        }
        after(from).execute(() -> signal("STOP"));
        after(from.plus(length)).execute(() -> signal("CONT"));
    }

    private static Executor after(Duration time) {
        return CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until what was acknowledged is done, compares the books, and stops what was started. */
    @Override
    public void close() {
        if (own == null) {
            System.out.println( // console
                    "acknowledged=" + acknowledged.size()
                            + " events; compare with tallygate_work_total of the gateway under load");
            return;
        }
        try {
            own.downstream().behave(new Behaviour.Applies());
            awaitEffects();
            EffectBook.Sums sums = own.downstream().book().sums();
            System.out.println( // console
                    "acknowledged=" + acknowledged.size() + " applied=" + sums.keys() + " repeats=" + sums.repeats()
                            + " requests=" + sums.requests());
            if (sums.keys() < acknowledged.size() || sums.keyless() > 0 || sums.keyChanges() > 0) {
                throw new IllegalStateException("acknowledged events were not applied, or came under changing keys: "
                        + sums + "; the gateway's log and data lie in " + own.data());
            }
        } finally {
            stop();
        }
    }

    /** Returns after {@link #SETTLE_MAX}, too: the books then say what is missing. */
    private void awaitEffects() {
        try {
            await().atMost(SETTLE_MAX)
                    .pollInterval(POLL)
                    .until(() -> own.downstream().book().sums().keys() >= acknowledged.size());
        } catch (ConditionTimeoutException e) {
            System.err.println("after " + SETTLE_MAX.toMinutes() + " minutes not all is applied"); // console
        }
    }

    private void stop() {
        own.gateway().destroy();
        try {
            if (!own.gateway().waitFor(40, TimeUnit.SECONDS)) {
                own.gateway().destroyForcibly();
            }
        } catch (InterruptedException e) {
            own.gateway().destroyForcibly();
            Thread.currentThread().interrupt();
        }
        own.downstream().close();
    }

    /** To the embedded server, which is found by its data folder. */
    private void signal(String name) {
        String folder = own.data().resolve("data").toString();
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains("--datadir=" + folder))
                .filter(process -> process.info().command().orElse("").endsWith("mariadbd"))
                .forEach(process -> kill(name, process.pid()));
    }

    private static void kill(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReady() {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(URI.create(base + "/callbacks/none")).build();
            await().atMost(READY_MAX)
                    .pollInterval(POLL)
                    .until(() -> !own.gateway().isAlive() || isAnswered(client, request));
        } catch (ConditionTimeoutException e) {
            own.gateway().destroyForcibly();
            throw new IllegalStateException(notReady(), e);
        }
        if (!own.gateway().isAlive()) {
            throw new IllegalStateException(notReady());
        }
    }

    private String notReady() {
        return "the gateway did not become ready; its log: " + own.data().resolve("gateway.log");
    }

    private static boolean isAnswered(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 404;
        } catch (IOException e) {
            return false; // not listening yet
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
