package tallygate.gateway.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tallygate.gateway.embedded.Trees;

/**
 * A start, some work and a stop, for the JVM to record: the launcher adds the option that makes it write what it loaded and linked to
 * {@code lib/tallygate.aot}, and gives that file to every later start.
 */
@Command(
        name = "record-start",
        mixinStandardHelpOptions = true,
        description = {
            "Record a start with a private embedded database, so that later ones take half the time.",
            "Run it once for an installation, as a user who may write to lib, and again after each change of Java or"
                    + " of the jars; a record that does not fit is not used."
        },
        footer = {"", "Exit: 0 recorded, 69 something it needs cannot be had, 73 lib cannot be written."})
final class RecordStartCommand implements Callable<Integer> {
    private static final String SECRET = "whsec_record0123456789abcdef";
    private static final Duration READY_MAX = Duration.ofMinutes(2);
    private static final Clock CLOCK = Clock.systemUTC();
    private static final int CALLBACKS = 500;
    private static final List<String> PAGES = List.of("/livez", "/metrics", "/", "/login", "/api/v1/openapi.json");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("tallygate-record-");
        try (DemoDownstream downstream = new DemoDownstream(0, new PrintWriter(PrintWriter.nullWriter()))) {
            return record(folder, downstream.port());
        } finally {
            Trees.delete(folder);
        }
    }

    private int record(Path folder, int downstreamPort) throws IOException, InterruptedException {
        int callbacks = DrillProcess.freePort();
        int management = DrillProcess.freePort();
        Path file = folder.resolve("tallygate.yaml");
        Files.writeString(file, """
            server:
              callbacks: { bind: "127.0.0.1:%d" }
              management: { bind: "127.0.0.1:%d" }
              drain: { delay: 0s }
            data-dir: "%s"
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
            routes:
              orders: { handler: { kind: http, url: "http://127.0.0.1:%d/payment-events", timeout: 5s } }
            """.formatted(callbacks, management, folder.resolve("data"), SECRET, downstreamPort));
        Serving serving = new Serving(
                new PrintWriter(PrintWriter.nullWriter()), spec.commandLine().getErr(), false);
        Visitor visitor = new Visitor("http://127.0.0.1:" + callbacks, "http://127.0.0.1:" + management);
        Thread visits = Thread.ofVirtual().name("record").start(() -> {
            try (visitor) {
                visitor.visit();
            } finally {
                serving.stop();
            }
        });
        int exit = serving.run(Optional.of(file), false);
        visits.interrupt();
        visits.join();
        if (exit == Exit.OK && visitor.served < CALLBACKS) {
            spec.commandLine()
                    .getErr()
                    .println("tallygate: only " + visitor.served + " of " + CALLBACKS
                            + " callbacks were taken, so nothing was recorded. / 仅 " + visitor.served
                            + " 个回调被接收，未留下记录。");
            return Exit.UNAVAILABLE;
        }
        return exit;
    }

    /** What a provider, a scraper and a person do first. */
    private static final class Visitor implements AutoCloseable {
        private final HttpClient client = HttpClient.newHttpClient();
        private final String callbacks;
        private final String management;
        private volatile int served;

        Visitor(String callbacks, String management) {
            this.callbacks = callbacks;
            this.management = management;
        }

        void visit() {
            try {
                long until = System.nanoTime() + READY_MAX.toNanos();
                while (status(get("/readyz")) != 200 && System.nanoTime() < until) {
                    TimeUnit.MILLISECONDS.sleep(50);
                }
                for (int i = 0; i < CALLBACKS && status(callback("evt_record" + i)) == 200; i++) {
                    served = i + 1;
                }
                for (String page : PAGES) {
                    status(get(page));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private HttpRequest.Builder get(String path) {
            return HttpRequest.newBuilder(URI.create(management + path));
        }

        private HttpRequest.Builder callback(String event) {
            StripeEvent paid = StripeEvent.paid(event, SECRET, CLOCK.instant());
            return HttpRequest.newBuilder(URI.create(callbacks + "/callbacks/shop"))
                    .header("Stripe-Signature", paid.signature())
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(paid.body()));
        }

        /** 0 when nobody answers. */
        private int status(HttpRequest.Builder request) throws InterruptedException {
            try {
                return client.send(
                                request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode();
            } catch (IOException _) {
                return 0;
            }
        }

        @Override
        public void close() {
            client.shutdownNow();
        }
    }
}
