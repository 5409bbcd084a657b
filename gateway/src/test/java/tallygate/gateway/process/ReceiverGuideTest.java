package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.mysql.TestDatabases;

/** The receivers of the guide, run as they stand there where their runtime is on the machine. */
class ReceiverGuideTest {
    private static final byte[] KEY = "0123456789abcdef01234567".getBytes(StandardCharsets.UTF_8);
    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(KEY);

    private final ReceiverGuide guide = ReceiverGuide.in("en");
    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final List<Process> processes = new ArrayList<>();

    @TempDir
    Path folder;

    /** Sends one call and returns the status of the answer. */
    @FunctionalInterface
    private interface Call {
        int send(Map<String, String> headers, byte[] body) throws Exception;
    }

    @AfterEach
    void stop() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void bothLanguagesShowTheSameCodeAndEachReceiverHasFewerThanThirtyLines() {
        assertThat(ReceiverGuide.in("zh").blocks()).isEqualTo(guide.blocks());
        for (String kind : List.of("php", "java", "js")) {
            assertThat(guide.code(kind).lines().count()).as(kind).isLessThan(30);
        }
    }

    @Test
    void theJavaReceiverAppliesEachEffectOnce() throws Exception {
        try (var receiver = CompiledReceiver.of(guide.code("java"), folder)) {
            check((headers, body) -> {
                try (Connection db = database.connect()) {
                    db.setAutoCommit(false);
                    return receiver.receive(db, headers, body, SECRET);
                }
            });
        }
    }

    @Test
    void theNodeReceiverAppliesEachEffectOnce() throws Exception {
        assumeTrue(isThere("node", "--version"), "node is not on this machine");
        Path modules = Path.of("target", "receiver-node").toAbsolutePath();
        Files.createDirectories(modules);
        assumeTrue(
                Files.isDirectory(modules.resolve("node_modules/mysql2"))
                        || run("npm", "install", "--silent", "--prefix", modules.toString(), "mysql2@3"),
                "mysql2 could not be installed");
        int port = freePort();
        Path script = modules.resolve("receiver-" + port + ".js");
        Files.writeString(script, guide.code("js") + """
            require('node:http').createServer((request, response) => {
              const parts = [];
              request.on('data', (part) => parts.push(part)).on('end', async () => {
                response.statusCode = await receive(request.headers, Buffer.concat(parts));
                response.end();
              });
            }).listen(%d, '127.0.0.1');
            """.formatted(port));
        start(port, Map.of("DB_URL", nodeUrl()), "node", script.toString());
        check(over(port));
    }

    @Test
    void thePhpReceiverAppliesEachEffectOnce() throws Exception {
        assumeTrue(
                isThere("php", "-r", "exit(extension_loaded('pdo_mysql') ? 0 : 1);"), "php with pdo_mysql is not here");
        Files.writeString(folder.resolve("receiver.php"), guide.code("php"));
        int port = freePort();
        start(
                port,
                Map.of(
                        "DB_DSN", "mysql:host=127.0.0.1;port=" + database.port() + ";dbname=" + databaseName(),
                        "DB_USER", database.settings().username(),
                        "DB_PASSWORD", database.settings().password()),
                "php",
                "-S",
                "127.0.0.1:" + port,
                folder.resolve("receiver.php").toString());
        check(over(port));
    }

    /** Refund before payment, copies, an order that comes late, and a forgery. */
    private void check(Call receiver) throws Exception {
        try (Connection db = database.connect()) {
            for (String statement : guide.code("sql").split(";\n")) {
                try (var create = db.createStatement()) {
                    create.execute(statement);
                }
            }
            insertOrder(db, "order-1");
            Map<String, String> forged = new HashMap<>(signed("k1", event("shop:paid:pi_1", "order-1", 1000)));
            forged.put("webhook-signature", "v1," + Base64.getEncoder().encodeToString(new byte[32]));
            assertThat(receiver.send(forged, event("shop:paid:pi_1", "order-1", 1000)))
                    .isEqualTo(401);

            assertThat(send(receiver, "shop:refunded:re_1", "order-1", 300)).isEqualTo(204);
            assertThat(send(receiver, "shop:paid:pi_1", "order-1", 1000)).isEqualTo(204);
            assertThat(send(receiver, "shop:paid:pi_1", "order-1", 1000)).isEqualTo(200);
            assertThat(send(receiver, "shop:refunded:re_1", "order-1", 300)).isEqualTo(200);
            assertThat(send(receiver, "shop:refunded:re_2", "order-1", 300)).isEqualTo(204);
            assertThat(balance(db, "order-1")).isEqualTo("1000 600");

            assertThat(send(receiver, "shop:paid:pi_2", "order-2", 500)).isEqualTo(425);
            insertOrder(db, "order-2");
            assertThat(send(receiver, "shop:paid:pi_2", "order-2", 500)).isEqualTo(204);
            assertThat(balance(db, "order-2")).isEqualTo("500 0");
            assertThat(send(receiver, "", "order-2", 500)).isEqualTo(204);
            assertThat(balance(db, "order-2")).isEqualTo("500 0");
        }
    }

    private static void insertOrder(Connection db, String number) throws SQLException {
        try (var insert =
                db.prepareStatement("INSERT INTO orders (order_no, total_minor, currency) VALUES (?, 1000, 'USD')")) {
            insert.setString(1, number);
            insert.executeUpdate();
        }
    }

    private static String balance(Connection db, String number) throws SQLException {
        try (var select = db.prepareStatement("SELECT paid_minor, refunded_minor FROM orders WHERE order_no = ?")) {
            select.setString(1, number);
            try (var row = select.executeQuery()) {
                row.next();
                return row.getLong(1) + " " + row.getLong(2);
            }
        }
    }

    private static int send(Call receiver, String effectKey, String order, long amount) throws Exception {
        byte[] body = event(effectKey, order, amount);
        return receiver.send(signed(effectKey.isEmpty() ? "shop:event:evt_9" : effectKey, body), body);
    }

    private static byte[] event(String effectKey, String order, long amount) {
        return "{\"taskId\":\"1\",\"effectKey\":\"%s\",\"bizId\":\"%s\",\"amountMinor\":%d,\"currency\":\"USD\"}"
                .formatted(effectKey, order, amount)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> signed(String key, byte[] body) throws Exception {
        String time = Long.toString(Instant.now().getEpochSecond());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
        mac.update(("msg_1." + time + ".").getBytes(StandardCharsets.UTF_8));
        return Map.of(
                "webhook-id",
                "msg_1",
                "webhook-timestamp",
                time,
                "webhook-signature",
                "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)),
                "idempotency-key",
                key);
    }

    private static Call over(int port) {
        HttpClient client = HttpClient.newHttpClient();
        return (headers, body) -> {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                    .timeout(Duration.ofSeconds(20))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body));
            headers.forEach(request::header);
            return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        };
    }

    private void start(int port, Map<String, String> settings, String... command) throws IOException {
        var builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(settings);
        builder.environment().put("TALLYGATE_SECRET", SECRET);
        processes.add(builder.start());
        await().atMost(Duration.ofSeconds(30)).until(() -> listens(port));
    }

    private static boolean listens(int port) {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean isThere(String... command) throws InterruptedException {
        try {
            return run(command);
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
    }

    private String databaseName() {
        return database.settings().url().replaceFirst(".*/", "");
    }

    private String nodeUrl() {
        return "mysql://%s:%s@127.0.0.1:%d/%s"
                .formatted(
                        database.settings().username(),
                        database.settings().password(),
                        database.port(),
                        databaseName());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
