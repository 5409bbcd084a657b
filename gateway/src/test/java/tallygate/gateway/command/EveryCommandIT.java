package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tallygate.blackbox.RunningGateway;
import tallygate.blackbox.StripeCallback;

/**
 * Every command that asks a running gateway, once against the packaged one: what people read, what programs read, and how it ends
 * when it is given nonsense. A command that is added has to come here.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EveryCommandIT {
    private static final String SECRET = "whsec_every0123456789";
    private static final List<String> GROUPS =
            List.of("tasks", "jobs", "lanes", "audit", "user", "token", "keys", "rejected");
    private static final Duration SOON = Duration.ofSeconds(120);

    private final Set<String> ran = new TreeSet<>();
    private RunningGateway gateway;

    private record Said(int exit, String out, String err) {
        JsonNode json() throws IOException {
            return new ObjectMapper().readTree(out);
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        gateway = new RunningGateway(folder, """
            endpoints:
              - { name: shop, provider: stripe, secrets: ["%s"], route: orders }
              - { name: idle, provider: stripe, secrets: ["%s"], route: done }
            routes:
              orders:
                handler: { kind: http, url: "http://127.0.0.1:1/", timeout: 1s }
                retry: { schedule: [50ms], jitter: 0%% }
              done: { handler: { kind: log } }
            """.formatted(SECRET, SECRET)).awaitReady();
        for (int i = 0; i < 6; i++) {
            send("shop", StripeCallback.of("evt_" + i, SECRET), 200);
        }
        StripeCallback copied = StripeCallback.of("evt_done", SECRET);
        send("idle", copied, 200);
        send("idle", copied, 200);
        send("shop", StripeCallback.of("evt_forged", "whsec_of_somebody_else"), 401);
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(cell("SELECT COUNT(*) FROM async_task WHERE status = 3")).isEqualTo("6");
            assertThat(cell("SELECT COUNT(*) FROM async_task WHERE status = 2")).isEqualTo("1");
            assertThat(cell("SELECT COUNT(*) FROM rejected_callback")).isEqualTo("1");
            assertThat(cell("SELECT SUM(copies) FROM callback_copy")).isEqualTo("1");
        });
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private void send(String endpoint, StripeCallback callback, int status) throws Exception {
        assertThat(gateway.callback("/callbacks/" + endpoint, callback.body(), callback.headers())
                        .statusCode())
                .isEqualTo(status);
    }

    private String cell(String sql) throws Exception {
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).as(sql).isTrue();
            return String.valueOf(row.getString(1));
        }
    }

    private String task(String event) throws Exception {
        return cell("SELECT id FROM async_task WHERE event_id = '" + event + "'");
    }

    private Said run(String... words) {
        ran.add(words[0] + " " + words[1]);
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--config", gateway.config().toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
        return new Said(exit, out.toString().strip(), err.toString().strip());
    }

    /** For people: words, and neither JSON nor the names of what is not there. */
    private String told(String... words) {
        Said said = run(words);
        assertThat(said.exit())
                .as("%s: %s %s", Arrays.asList(words), said.out(), said.err())
                .isZero();
        assertThat(said.out()).as("%s", Arrays.asList(words)).isNotBlank().doesNotContain("{\"", "null");
        return said.out();
    }

    private JsonNode json(String... words) throws IOException {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = "--json";
        Said said = run(all);
        assertThat(said.exit())
                .as("%s: %s %s", Arrays.asList(words), said.out(), said.err())
                .isZero();
        return said.json();
    }

    private void refused(int exit, String... words) {
        Said said = run(words);
        assertThat(said.exit())
                .as("%s: %s %s", Arrays.asList(words), said.out(), said.err())
                .isEqualTo(exit);
        assertThat(said.out()).as("%s", Arrays.asList(words)).isEmpty();
        assertThat(said.err()).as("%s", Arrays.asList(words)).startsWith("tallygate: ");
    }

    @Test
    @Order(1)
    void tasks() throws Exception {
        String one = task("evt_0");
        assertThat(told("tasks", "list", "--status", "failed", "--from", "2026-01-01"))
                .contains(one, "order-evt_0");
        assertThat(json("tasks", "list", "--order", "order-evt_1").path("items"))
                .hasSize(1);
        assertThat(told("tasks", "list", "--to", "2026-01-01")).isEqualTo("none");
        assertThat(told("tasks", "show", task("evt_done")))
                .contains("status: success", "copies.count: 1", "copies.lastAddress: 127.0.0.1");
        assertThat(json("tasks", "show", task("evt_done"))
                        .path("copies")
                        .path("count")
                        .asInt())
                .isEqualTo(1);
        assertThat(told("tasks", "timeline", task("evt_done"))).contains("received", "copy", "done");
        assertThat(json("tasks", "timeline", one).path("items")).isNotEmpty();
        assertThat(told("tasks", "retry", one, "--reason", "receiver is back")).contains("pending");
        assertThat(json("tasks", "resolve", task("evt_1"), "--reason", "paid by hand")
                        .path("status")
                        .asText())
                .isEqualTo("compensated");
        assertThat(told("tasks", "run-again", task("evt_done"), "--reason", "printer lost it"))
                .contains("approval ");
        refused(Exit.DATA, "tasks", "list", "--from", "yesterday");
        refused(Exit.USAGE, "tasks", "show", "abc");
        refused(Exit.DATA, "tasks", "show", "4711");
        refused(Exit.REFUSED, "tasks", "resolve", task("evt_1"), "--reason", "again");
        refused(Exit.REFUSED, "tasks", "release", task("evt_1"), "--reason", "not held");
        refused(Exit.USAGE, "tasks", "retry", task("evt_2"));
    }

    @Test
    @Order(2)
    void jobs() throws Exception {
        assertThat(told("jobs", "causes")).contains("orders");
        JsonNode plan = json("jobs", "plan", "--route", "orders", "--from", "2026-01-01");
        String job = plan.path("id").asText();
        String count = plan.path("total").asText();
        assertThat(told("jobs", "plan", "--task", task("evt_3"))).contains("nothing is retried yet");
        assertThat(told("jobs", "list")).contains(job);
        assertThat(told("jobs", "show", job)).contains(job);
        refused(Exit.DATA, "jobs", "start", job, "--count", "1000", "--reason", "r");
        assertThat(told("jobs", "start", job, "--count", count, "--pace", "1", "--reason", "r"))
                .contains(job);
        assertThat(told("jobs", "pause", job)).contains("paused");
        assertThat(told("jobs", "resume", job)).contains("runs");
        assertThat(told("jobs", "stop", job)).contains("stopped");
        refused(Exit.REFUSED, "jobs", "stop", job);
        refused(Exit.USAGE, "jobs", "plan");
        refused(Exit.DATA, "jobs", "show", "4711");
    }

    @Test
    @Order(3)
    void lanes() throws Exception {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(told("lanes", "list")).contains("under way"));
        assertThat(json("lanes", "list").path("items")).isNotEmpty();
        assertThat(told("lanes", "pause", "orders", "--reason", "the shop moves"))
                .contains("paused by", "the shop moves");
        assertThat(told("lanes", "show", "orders")).contains("orders  paused");
        assertThat(told("lanes", "resume", "orders", "--reason", "it is back")).contains("takes tasks");
        refused(Exit.DATA, "lanes", "show", "nowhere");
        refused(Exit.USAGE, "lanes", "pause", "orders");
    }

    @Test
    @Order(4)
    void usersAndTokens() throws Exception {
        assertThat(told("user", "add", "lin", "--role", "operator")).contains("one-time password");
        assertThat(told("user", "list")).contains("lin  operator");
        assertThat(told("user", "role", "lin", "finance", "--reason", "moved")).contains("finance");
        assertThat(told("user", "reset", "lin")).contains("one-time password");
        assertThat(told("user", "sessions", "lin")).isEqualTo("none");
        assertThat(told("user", "disable", "lin")).contains("disabled");
        assertThat(told("user", "enable", "lin")).contains("may sign in");
        refused(Exit.DATA, "user", "sign-out", "lin", "00");
        refused(Exit.REFUSED, "user", "add", "lin");
        refused(Exit.DATA, "user", "role", "nobody", "admin", "--reason", "r");
        assertThat(told("token", "add", "ci", "--permission", "read")).startsWith("tg_");
        String token = json("token", "list").path("items").path(0).path("id").asText();
        assertThat(told("token", "list")).contains("ci");
        assertThat(told("token", "revoke", token)).contains("revoked");
        refused(Exit.REFUSED, "token", "revoke", token);
        refused(Exit.DATA, "token", "add", "x", "--permission", "everything");
    }

    @Test
    @Order(5)
    void keysAndRefusedRequests() throws Exception {
        String key = json("keys", "list", "--endpoint", "idle")
                .path("keys")
                .path(0)
                .path("id")
                .asText();
        assertThat(told("keys", "list", "--endpoint", "idle")).contains(key);
        assertThat(told("keys", "signed", "--endpoint", "idle", "--key", key))
                .contains("evt_done", "1 callbacks signed");
        assertThat(told("keys", "try", "--endpoint", "idle")).startsWith("SAFE");
        assertThat(told(
                        "keys",
                        "revoke",
                        "--endpoint",
                        "idle",
                        "--key",
                        key,
                        "--from",
                        "2026-01-01T00:00:00Z",
                        "--reason",
                        "leaked"))
                .contains("another person has to agree");
        refused(Exit.REFUSED, "keys", "rewrap", "--reason", "no key is configured");
        refused(Exit.USAGE, "keys", "rewrap");
        refused(Exit.DATA, "keys", "list", "--endpoint", "nowhere");
        String request =
                json("rejected", "list").path("items").path(0).path("id").asText();
        assertThat(told("rejected", "list", "--endpoint", "shop")).contains("signature-mismatch", "1 refused requests");
        assertThat(told("rejected", "show", request)).contains("signature-mismatch");
        Said again = run("rejected", "verify", request);
        assertThat(again.exit()).as("it still is forged").isEqualTo(Exit.REFUSED);
        refused(Exit.USAGE, "rejected", "verify");
        refused(Exit.DATA, "rejected", "show", "4711");
    }

    @Test
    @Order(6)
    void theAuditLogHasEveryDeedOfThem() throws Exception {
        assertThat(told("audit", "list")).contains("paid by hand", "the shop moves", "leaked");
        assertThat(json("audit", "list", "--limit", "2").path("items")).hasSize(2);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(told("audit", "verify")).endsWith("intact"));
        refused(Exit.DATA, "audit", "list", "--limit", "0");
    }

    @Test
    @Order(7)
    void noneIsLeftOut() {
        Set<String> all = new TreeSet<>();
        for (String group : GROUPS) {
            CommandLine parent = Main.commandLine().getSubcommands().get(group);
            parent.getSubcommands().keySet().forEach(name -> all.add(group + " " + name));
        }
        assertThat(ran).containsAll(all);
    }
}
