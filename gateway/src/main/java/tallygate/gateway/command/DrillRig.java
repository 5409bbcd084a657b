package tallygate.gateway.command;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tallygate.callback.participant.sample.Mode;
import tallygate.callback.participant.sample.SampleDatabase;
import tallygate.gateway.DatabaseSource;

/** What the drill plays with: a gateway and four participants as processes, a receiver of tasks, and the database below them. */
final class DrillRig implements AutoCloseable, DrillExercise.Ground {
    static final List<String> STEPS = List.of("order", "stock", "coupon", "payment");
    static final String SECRET = "whsec_drill0123456789abcdef";
    static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    private final Path folder;
    private final DatabaseSource database;
    private final Map<String, DrillProcess> services = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final DrillReceiver receiver = new DrillReceiver(DrillProcess.freePort());
    private final int callbacks = DrillProcess.freePort();
    private final DrillProcess gateway;

    /** @param isGuarded false only to show that a broken invariant is seen */
    DrillRig(Path folder, DatabaseSource database, boolean isGuarded) throws IOException, InterruptedException {
        this.folder = folder;
        this.database = database;
        var secret = Map.of(
                DrillServiceCommand.PASSWORD_VARIABLE, database.settings().password());
        for (String step : STEPS) {
            int port = DrillProcess.freePort();
            ports.put(step, port);
            SampleDatabase schema = schema(step);
            List<String> arguments = new ArrayList<>(List.of(
                    "drill-service",
                    step,
                    "--port=" + port,
                    "--server=" + schema.server(),
                    "--user=" + schema.user(),
                    "--schema=" + schema.schema()));
            if (!isGuarded) {
                arguments.add("--without-guard");
            }
            URI sign = URI.create("http://127.0.0.1:" + port + "/books");
            services.put(
                    step,
                    new DrillProcess(folder.resolve(step + ".log"), sign, secret, arguments.toArray(String[]::new)));
        }
        int management = DrillProcess.freePort();
        Path file = Files.writeString(folder.resolve("drill.yaml"), yaml(management));
        this.gateway = new DrillProcess(
                folder.resolve("gateway.log"),
                URI.create("http://127.0.0.1:" + management + "/readyz"),
                secret,
                "serve",
                "--config",
                file.toString());
        receiver.appear();
        for (DrillProcess service : services.values()) {
            service.awaitReady();
        }
        gateway.awaitReady();
    }

    private String yaml(int management) {
        StringBuilder yaml = new StringBuilder("""
            server:
              callbacks: { bind: "127.0.0.1:%d" }
              management: { bind: "127.0.0.1:%d" }
            database: { url: "%s", username: "%s", password: "${env:%s}" }
            data-dir: "%s"
            mode: development
            work: { lease: %ds }
            endpoints:
              - { name: drill, provider: stripe, secrets: ["%s"], route: drill }
            routes:
              drill:
                handler: { kind: http, url: "http://127.0.0.1:%d/effects", timeout: 3s }
                retry: { schedule: [300ms, 600ms, 1s], jitter: 0%% }
                # the articles' drill wants tries to be used up, and a breaker saves them
                breaker: { calls: 0 }
            sagas:
              participants:
            """.formatted(
                        callbacks,
                        management,
                        database.settings().url(),
                        database.settings().username(),
                        DrillServiceCommand.PASSWORD_VARIABLE,
                        folder.resolve("gateway"),
                        LEASE.toSeconds(),
                        SECRET,
                        receiver.port()));
        ports.forEach((step, port) -> yaml.append("    %s: { url: \"http://127.0.0.1:%d/\" }\n".formatted(step, port)));
        yaml.append("  definitions:\n");
        definition(yaml, DrillSagas.FORWARD, STEPS);
        definition(yaml, DrillSagas.REVERSED, STEPS.reversed());
        return yaml.toString();
    }

    private static void definition(StringBuilder yaml, String name, List<String> steps) {
        yaml.append("    ").append(name).append(":\n      steps:\n");
        for (String step : steps) {
            String[] operations = switch (step) {
                case "order" -> new String[] {"/create", "/cancel"};
                case "stock" -> new String[] {"/freeze", "/unfreeze"};
                case "coupon" -> new String[] {"/redeem", "/restore"};
                default -> new String[] {"/charge", "/refund"};
            };
            yaml.append(("        - { name: %s, participant: %s, action: %s, compensation: %s, status:"
                            + " \"/requests/{requestId}\", timeout: 1s, timeout-floor: 1s, timeout-ceiling: 2s, retry:"
                            + " [300ms, 600ms, 1200ms], retry-compensation: [300ms, 600ms, 1200ms] }\n")
                    .formatted(step, step, operations[0], operations[1]));
        }
    }

    DrillReceiver receiver() {
        return receiver;
    }

    DrillProcess gateway() {
        return gateway;
    }

    DrillProcess service(String step) {
        DrillProcess service = services.get(step);
        if (service == null) {
            throw new IllegalArgumentException("the drill has no service " + step);
        }
        return service;
    }

    void crashDatabase() {
        database.crash();
    }

    private SampleDatabase schema(String step) {
        String url = database.settings().url();
        int cut = url.lastIndexOf('/') + 1;
        return new SampleDatabase(
                url.substring(0, cut),
                database.settings().username(),
                database.settings().password(),
                "tallygate_drill_" + step);
    }

    AutoCloseable lockTables(String step) throws IOException {
        return schema(step).locked();
    }

    void behave(String step, Mode forward, Mode compensation) throws IOException, InterruptedException {
        ask(step, "/switch?forward=" + forward + "&compensation=" + compensation);
    }

    /** A service that answers nothing, or not 200, is asked again for a while: it may have been killed a moment ago. */
    private String ask(String step, String path) throws IOException, InterruptedException {
        long until = System.nanoTime() + ANSWER_MAX.toNanos();
        String seen;
        IOException cause;
        do {
            try {
                HttpResponse<String> answer =
                        send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(step) + path))
                                .POST(HttpRequest.BodyPublishers.noBody()));
                if (answer.statusCode() == 200) {
                    return answer.body();
                }
                seen = "status " + answer.statusCode();
                cause = new IOException(seen);
            } catch (IOException e) {
                seen = e.getClass().getSimpleName() + " " + e.getMessage();
                cause = e;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        } while (System.nanoTime() - until < 0);
        throw new IOException(
                "service " + step + " did not answer " + path + " within " + ANSWER_MAX.toSeconds() + " s, last: "
                        + seen,
                cause);
    }

    /** Everything as it was at the beginning, for the exercise after one that was not played to its end. */
    @Override
    public void mend() throws IOException, InterruptedException {
        receiver.vanish();
        receiver.behave(DrillReceiver.Manner.PROMPT);
        receiver.appear();
        for (DrillProcess service : services.values()) {
            service.mend();
        }
        gateway.mend();
        for (String step : STEPS) {
            behave(step, Mode.OK, Mode.OK);
        }
    }

    /** Figures of all services' books by name. */
    Map<String, Long> books() throws IOException, InterruptedException {
        Map<String, Long> books = new LinkedHashMap<>();
        for (String step : STEPS) {
            String said = ask(step, "/books");
            for (String pair : said.replaceAll("[{}\" ]", "").split(",", 10)) {
                books.put(pair.substring(0, pair.indexOf(':')), Long.parseLong(pair.substring(pair.indexOf(':') + 1)));
            }
        }
        return books;
    }

    /** A signed callback to the gateway. @return the status of the answer; 0 when none came */
    int callback(StripeEvent event) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + callbacks + "/callbacks/drill"))
                .header("Content-Type", "application/json")
                .header("Stripe-Signature", event.signature())
                .POST(HttpRequest.BodyPublishers.ofByteArray(event.body()));
        try {
            return send(request).statusCode();
        } catch (IOException _) {
            return 0;
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(Duration.ofSeconds(10)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        gateway.close();
        services.values().forEach(DrillProcess::close);
        receiver.close();
        client.close();
    }
}
