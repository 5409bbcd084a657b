package tallygate.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/**
 * A packaged gateway whose configuration and whose requests are full of secrets that nothing else looks like. Everything is done to
 * make it talk: the log at DEBUG, receivers and brokers that are away, forgeries, alerts, traces, each page, call and command. Then each
 * output is searched for each of them, plain, in base64 and in hexadecimal.
 */
@Tag("T-23")
@Tag("T-32")
class SecretsIT {
    private static final Duration SOON = Duration.ofSeconds(240);
    private static final String PAN = "4111111111111111";

    @TempDir
    private Path folder;

    private final TestDatabase database = TestDatabases.embedded();
    private final Canaries canaries = new Canaries();
    private final Map<String, String> secrets = new HashMap<>();

    private String secret(String name) {
        return secrets.computeIfAbsent(name, made -> canaries.add(made, "canary-" + made + "-7Qz9xKw2"));
    }

    /** As webhook secrets are written: whsec_ and base64. */
    private String webhookSecret(String name) {
        return "whsec_" + canaries.add(name, base64((name + "-canary-0123456789abcdef").substring(0, 24)));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private String config(Receiver shop, Receiver robots, OtlpReceiver collector) throws Exception {
        String url = database.settings().url();
        String name = url.substring(url.lastIndexOf('/') + 1).replaceAll("\\?.*", "");
        new Rows(database)
                .asRoot(
                        "CREATE OR REPLACE USER 'canary'@'%' IDENTIFIED BY '" + secret("database-password") + "'",
                        "GRANT ALL ON `" + name + "`.* TO 'canary'@'%'");
        return """
            database: { url: "%s", username: canary, password: "%s" }
            mode: development
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], api-key: "%s", api-url: "http://127.0.0.1:1", route: orders }
              - { name: busy, provider: stripe, secrets: ["%s"], route: refused }
              - { name: rabbit, provider: stripe, secrets: ["%s"], route: rabbit }
              - { name: redis, provider: stripe, secrets: ["%s"], route: redis }
            routes:
              orders: { handler: { kind: http, url: "http://127.0.0.1:%d/events?key=%s", secret: "%s" } }
              refused: { handler: { kind: http, url: "http://127.0.0.1:%d/refused" } }
              rabbit: { handler: { kind: amqp, url: "amqp://tallygate:%s@127.0.0.1:1/", queue: rabbit } }
              redis: { handler: { kind: redis, url: "redis://:%s@127.0.0.1:1/0", queue: redis } }
            alerts:
              delay: 1s
              channels:
                - { name: ops, kind: webhook, url: "http://127.0.0.1:%d/hook/%s", secret: "%s", severity: notice }
                - { name: gone, kind: slack, url: "http://127.0.0.1:1/services/%s", severity: notice }
                - { name: talk, kind: dingtalk, url: "http://127.0.0.1:1/send?access_token=%s", secret: "%s" }
                - { name: mail, kind: email, url: "smtp://tallygate:%s@127.0.0.1:1", from: a@b.example, to: [c@d.example] }
            privacy: { keys: [{ id: k1, key: "%s" }] }
            tracing: { endpoint: "%s", authorization: "Bearer %s", one-in: 1 }
            """.formatted(
                        url,
                        secret("database-password"),
                        secret("webhook-shop"),
                        secret("api-key"),
                        secret("webhook-busy"),
                        secret("webhook-rabbit"),
                        secret("webhook-redis"),
                        shop.port(),
                        secret("receivers-url-key"),
                        webhookSecret("receivers-secret"),
                        shop.port(),
                        secret("rabbit-password"),
                        secret("redis-password"),
                        robots.port(),
                        secret("alert-hook-token"),
                        webhookSecret("alert-hook-secret"),
                        secret("slack-token"),
                        secret("dingtalk-token"),
                        secret("dingtalk-secret"),
                        secret("mail-password"),
                        canaries.add("payload-key", base64("payload-canary-0123456789abcdefg".substring(0, 32))),
                        collector.url(),
                        secret("collector-token"));
    }

    /** The identity provider's part stands beside the listeners, which are written elsewhere; its secret comes from a file. */
    private Map<String, String> environment() throws IOException {
        Path oidc = Files.writeString(folder.resolve("oidc-secret"), secret("oidc-client-secret"));
        String key = "TALLYGATE__SERVER__MANAGEMENT__OIDC__";
        return Map.of(
                "TALLYGATE_LOG_LEVEL",
                "DEBUG",
                // what is slow here is the machine of the test
                "TALLYGATE__SERVER__CALLBACKS__LIMITS__ANSWER_DEADLINE",
                "8s",
                key + "ISSUER",
                "http://127.0.0.1:1/realm",
                key + "CLIENT_ID",
                "tallygate",
                key + "CLIENT_SECRET",
                "${file:" + oidc + "}",
                key + "REDIRECT_URI",
                "http://127.0.0.1:8081/login/oidc/callback",
                key + "ADMIN_GROUPS",
                "[admins]");
    }

    private StripeCallback callback(String id, String key) throws Exception {
        return StripeCallback.signed("""
            {"id":"%s","object":"event","type":"payment_intent.succeeded","created":1764400000,"data":{"object":{"id":"pi_%s",\
            "object":"payment_intent","amount":1099,"amount_received":1099,"currency":"usd","status":"succeeded",\
            "card":{"number":"%s","cvv":"%s"},"note":"card %s","metadata":{"order_id":"order-%s"}}}}\
            """.formatted(id, id, PAN, secret("cvv"), "4111 1111 1111 1111", id), key);
    }

    private int send(RunningGateway gateway, String endpoint, StripeCallback callback) throws Exception {
        Map<String, String> headers = new HashMap<>(callback.headers());
        headers.put("Authorization", "Bearer " + secret("senders-authorization"));
        headers.put("Cookie", "session=" + secret("senders-cookie"));
        return gateway.callback("/callbacks/" + endpoint, callback.body(), headers)
                .statusCode();
    }

    private void provoke(RunningGateway gateway) throws Exception {
        for (String endpoint : List.of("shop", "busy", "rabbit", "redis")) {
            StripeCallback genuine = callback("evt_" + endpoint, secret("webhook-" + endpoint));
            for (int copy = 0; copy < 2; copy++) {
                await().atMost(SOON).ignoreExceptions().until(() -> send(gateway, endpoint, genuine) == 200);
            }
            await().atMost(SOON).ignoreExceptions().until(() -> send(gateway, endpoint, genuine.spoiled()) == 401);
        }
        for (int i = 0; i < 12; i++) { // so many that an alert is told
            send(gateway, "shop", callback("evt_forged" + i, "whsec_of_somebody_else"));
        }
    }

    private record Ended(String out, int exit) {}

    private Ended command(RunningGateway gateway, String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(RunningGateway.launcher().toString()));
        line.addAll(List.of(arguments));
        Path out = folder.resolve("command.txt");
        Process process = new ProcessBuilder(line)
                .directory(gateway.config().getParent().toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
        return new Ended(Files.readString(out), process.exitValue());
    }

    private void searchCommands(RunningGateway gateway) throws Exception {
        String file = gateway.config().toString();
        for (String line : List.of(
                "check-config " + file,
                "check-config --connect " + file,
                "checklist --config " + file,
                "keys list --endpoint shop --config " + file,
                "rejected list --config " + file,
                "rejected show 1 --config " + file,
                "tasks list --config " + file,
                "lanes list --config " + file,
                "audit verify --config " + file,
                "restore-check --config " + file)) {
            Ended ended = command(gateway, line.split(" "));
            assertThat(ended.exit()).as("%s: %s", line, ended.out()).isNotEqualTo(64);
            canaries.search("command " + line.split(" ")[0], ended.out());
        }
        Path broken = folder.resolve("broken.yaml");
        Files.writeString(broken, Files.readString(gateway.config()).replace("password:", "pasword:"));
        canaries.search(
                "command check-config",
                command(gateway, "check-config", broken.toString()).out());
    }

    private void searchCalls(RunningGateway gateway) throws Exception {
        JsonNode calls =
                new ObjectMapper().readTree(api(gateway, "/api/v1/openapi.json").body());
        List<String> paths = new ArrayList<>();
        calls.path("paths").fieldNames().forEachRemaining(paths::add);
        String task = new ObjectMapper()
                .readTree(api(gateway, "/api/v1/tasks").body())
                .path("items")
                .path(0)
                .path("id")
                .asText();
        assertThat(paths).hasSizeGreaterThan(30);
        for (String path : paths) {
            if (calls.path("paths").path(path).has("get")) {
                String id = path.contains("endpoint") ? "shop" : path.contains("/tasks/") ? task : "1";
                searchAnswer("call " + path, api(gateway, path.replaceAll("\\{[^}]*}", id)));
            }
        }
        searchAnswer("problem", api(gateway, "/api/v1/tasks?limit=many"));
        canaries.search("problem", gateway.reload(secret("wrong-token")).body());
    }

    private void searchAnswer(String where, HttpResponse<String> answer) {
        canaries.search(where, answer.headers().map() + answer.body());
    }

    private HttpResponse<String> api(RunningGateway gateway, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(gateway.managementUrl() + path))
                            .header("Authorization", "Bearer " + gateway.token())
                            .timeout(SOON)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private void searchProcess(RunningGateway gateway) throws Exception {
        canaries.searchProcesses(gateway.pid());
        Path out = folder.resolve("out.txt");
        gateway.signal("QUIT"); // the names of all threads
        await().atMost(SOON).until(() -> Files.readString(out).contains("JNI global"));
    }

    @Test
    void noSecretStandsInAnythingThatTheGatewaySays() throws Exception {
        canaries.add("pan", PAN);
        canaries.add("pan-spaced", "4111 1111 1111 1111");
        try (Receiver shop = new Receiver();
                Receiver robots = new Receiver();
                OtlpReceiver collector = new OtlpReceiver();
                RunningGateway gateway = new RunningGateway(folder, config(shop, robots, collector), environment());
                ConsoleClient console = new ConsoleClient(gateway)) {
            shop.answerBy(call -> new Receiver.Reply(call.path().startsWith("/refused") ? 422 : 200, Map.of()));
            gateway.awaitReady();
            provoke(gateway);
            await().atMost(SOON)
                    .until(() -> !robots.calls().isEmpty() && !collector.spans().isEmpty());
            Matcher oneTime = Pattern.compile("one-time password (\\S+)").matcher(gateway.wholeLog());
            assertThat(oneTime.find()).isTrue();
            canaries.add("first-password", oneTime.group(1));
            canaries.add("session", console.signIn(oneTime.group(1), secret("own-phrase")));
            canaries.add("management-token", gateway.token());
            console.everyPage().forEach((path, page) -> canaries.search("page " + path, page));
            searchCalls(gateway);
            searchCommands(gateway);
            searchProcess(gateway);
            canaries.searchTables(database);
            robots.calls().forEach(call -> canaries.search("alert", call.body()));
            canaries.search("traces", collector.spans().toString());
            for (String page : List.of("/metrics", "/livez", "/readyz")) {
                canaries.search(page, gateway.get(page).body());
            }
            assertThat(gateway.stop()).isIn(0, 143);
            // the first password is told there, once, to whoever started it
            canaries.search("log", Files.readAllBytes(folder.resolve("out.txt")), "first-password");
            canaries.search("log", Files.readAllBytes(folder.resolve("log.txt")));
            canaries.searchFolder(folder.resolve("data"), "management-token");
        }
        assertThat(canaries.found()).isEmpty();
        assertThat(canaries.searched().keySet())
                .contains("alert", "traces", "log", "problem", "/metrics", "process cmdline", "process environ")
                .anyMatch(where -> where.startsWith("page /tasks.csv"))
                .anyMatch(where -> where.matches("page /tasks/N"))
                .anyMatch(where -> where.startsWith("table audit_log"))
                .anyMatch(where -> where.startsWith("table rejected_callback"));
        canaries.searched()
                .forEach((where, bytes) -> assertThat(bytes)
                        .as(where)
                        .satisfies(count -> assertThat(where.startsWith("table ") || count > 0)
                                .isTrue()));
    }
}
