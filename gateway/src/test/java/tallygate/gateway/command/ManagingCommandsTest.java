package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tallygate.gateway.ManagedRig;

/** The commands that ask a running gateway, over its real management port: good and bad input, JSON, exit codes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ManagingCommandsTest {
    private static final String HOSTILE = "\u001B]0;owned\u0007\u001B[31m\u202Ereversed\u009B2J";

    private final ManagedRig rig = new ManagedRig();

    private Path token = Path.of("none");

    /** What a command said and how it ended. */
    private record Said(int exit, String out, String err) {
        JsonNode json() {
            try {
                return new ObjectMapper().readTree(out);
            } catch (IOException e) {
                throw new AssertionError(out, e);
            }
        }
    }

    @BeforeAll
    void keep(@TempDir Path folder) throws IOException {
        token = Files.writeString(folder.resolve("token"), rig.token());
    }

    @BeforeEach
    void empty() {
        rig.empty();
    }

    @AfterAll
    void close() {
        rig.close();
    }

    private Said run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--url", rig.url(), "--token-file", token.toString()));
        return bare(all.toArray(String[]::new));
    }

    private static Said bare(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        int exit = line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words);
        return new Said(exit, out.toString(), err.toString());
    }

    @Test
    void tasksAreListedShownRetriedAndResolved() {
        String one = rig.failed("evt-1", "422 from orders");
        String two = rig.failed("evt-2", "422 from orders");
        assertThat(run("tasks", "list", "--status", "failed").out()).contains(one, two, "422 from orders");
        assertThat(run("tasks", "list", "--json").json().path("items").size()).isEqualTo(2);
        assertThat(run("tasks", "list", "--limit", "1").out()).contains("more: --after ");
        assertThat(run("tasks", "show", one).out()).contains("id: " + one, "status: failed");
        assertThat(run("tasks", "retry", one, "--reason", "handler fixed", "--json")
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("pending");
        assertThat(run("tasks", "resolve", two, "--reason", "paid by hand").out())
                .contains("compensated");
        assertThat(run("tasks", "timeline", two).out()).contains("task-settle");
        assertThat(run("audit", "list").out()).contains("handler fixed", "paid by hand");
    }

    @Test
    void everyWayToBeWrongHasItsExitCode() {
        String task = rig.failed("evt-1", "x");
        assertThat(run("tasks", "show", "999999999").exit()).isEqualTo(Exit.DATA);
        assertThat(run("tasks", "show", "abc").exit()).isEqualTo(Exit.USAGE);
        assertThat(run("tasks", "retry", task).exit()).as("no reason").isEqualTo(Exit.USAGE);
        assertThat(run("tasks", "retry", task, "--reason", " ").exit()).isEqualTo(Exit.DATA);
        assertThat(run("tasks", "list", "--status", "lost").exit()).isEqualTo(Exit.DATA);
        assertThat(run("tasks", "release", task, "--reason", "r").exit()).isEqualTo(Exit.REFUSED);
        assertThat(run("tasks").exit()).isEqualTo(Exit.USAGE);
        assertThat(run("user", "role", "nobody", "admin", "--reason", "r").exit())
                .isEqualTo(Exit.DATA);
        assertThat(run("user", "add", "Not A Name").exit()).isEqualTo(Exit.DATA);
        assertThat(run("token", "add", "x", "--permission", "everything").exit())
                .isEqualTo(Exit.DATA);
        assertThat(run("token", "revoke", "4711").exit()).isEqualTo(Exit.REFUSED);
        assertThat(run("jobs", "plan").exit()).as("everything must be said").isEqualTo(Exit.USAGE);
        assertThat(run("jobs", "plan", "--cause", "none").exit()).isEqualTo(Exit.DATA);
        assertThat(bare("tasks", "list", "--url", "http://127.0.0.1:1", "--token-file", token.toString())
                        .exit())
                .isEqualTo(Exit.UNAVAILABLE);
        Said noToken = bare("tasks", "list", "--url", rig.url(), "--token-file", "/nowhere/token");
        assertThat(noToken.exit()).isEqualTo(Exit.UNAVAILABLE);
        assertThat(noToken.err()).contains("/nowhere/token");
        assertThat(noToken.out()).isEmpty();
    }

    @Test
    void manyTasksArePlannedAndStartedWithTheirExactCount() {
        rig.failed("evt-1", "422 from orders: unknown field 1001");
        rig.failed("evt-2", "422 from orders: unknown field 1002");
        String key = run("jobs", "causes", "--json")
                .json()
                .path("items")
                .path(0)
                .path("key")
                .asText();
        JsonNode plan = run("jobs", "plan", "--cause", key, "--json").json();
        assertThat(plan.path("total").asInt()).isEqualTo(2);
        String job = plan.path("id").asText();
        assertThat(run("jobs", "start", job, "--count", "3", "--reason", "r").exit())
                .isEqualTo(Exit.DATA);
        assertThat(run("jobs", "start", job, "--count", "2", "--reason", "handler fixed")
                        .out())
                .contains("runs");
        assertThat(run("jobs", "start", job, "--count", "2", "--reason", "again")
                        .exit())
                .isEqualTo(Exit.REFUSED);
        assertThat(run("jobs", "pause", job).out()).contains("paused");
        assertThat(run("jobs", "resume", job).out()).contains("runs");
        assertThat(run("jobs", "stop", job).out()).contains("stopped");
        assertThat(run("jobs", "stop", job).exit()).isEqualTo(Exit.REFUSED);
        assertThat(run("jobs", "list").out()).contains("stopped");
    }

    @Test
    void aJobOfMoreThanAHundredWaitsForASecondPerson() {
        for (int i = 0; i < 101; i++) {
            rig.failed("evt-" + i, "x");
        }
        JsonNode plan = run("jobs", "plan", "--route", "orders", "--json").json();
        Said started = run("jobs", "start", plan.path("id").asText(), "--count", "101", "--reason", "r");
        assertThat(started.exit()).isZero();
        assertThat(started.out()).contains("waits_for_approval", "waits for a second person");
    }

    @Test
    void usersAndTokensComeAndGo() {
        assertThat(run("user", "add", "lin", "--role", "operator").out()).contains("one-time password: ");
        assertThat(run("user", "add", "lin").exit()).isEqualTo(Exit.REFUSED);
        assertThat(run("user", "role", "lin", "finance", "--reason", "moved").exit())
                .isZero();
        assertThat(run("user", "list").out()).contains("lin  finance");
        assertThat(run("user", "disable", "lin").exit()).isZero();
        assertThat(run("user", "list").out()).contains("lin  finance  disabled");
        assertThat(run("user", "enable", "lin").exit()).isZero();
        assertThat(run("user", "sessions", "lin").out()).isEqualToIgnoringNewLines("none");
        assertThat(run("user", "sign-out", "lin", "00").exit()).isEqualTo(Exit.DATA);
        assertThat(run("user", "reset", "lin", "--json").json().path("secret").asText())
                .hasSizeGreaterThan(11);
        assertThat(run("token", "add", "ci", "--permission", "read,operate", "--days", "30")
                        .out())
                .startsWith("tg_");
        String id = run("token", "list", "--json")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asText();
        assertThat(run("token", "revoke", id).out()).contains("is revoked");
        assertThat(run("audit", "verify").exit()).isZero();
    }

    @Test
    void noTextFromOutsideSteersTheTerminal() {
        String task = rig.failed("evt-1", HOSTILE);
        for (Said said : List.of(
                run("tasks", "list"),
                run("tasks", "list", "--json"),
                run("tasks", "show", task),
                run("tasks", "show", task, "--json"),
                run("jobs", "causes"),
                run("tasks", "timeline", task))) {
            assertThat(said.out().chars().filter(c -> c != '\n' && (c < 0x20 || (c > 0x7E && c < 0xA0) || c == 0x202E)))
                    .isEmpty();
        }
        assertThat(run("tasks", "list").out()).contains("[U+001B]", "[U+202E]");
        assertThat(run("tasks", "show", task, "--json").json().path("lastError").asText())
                .as("programs get every character")
                .isEqualTo(HOSTILE);
    }
}
