package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.house.DebianPackages;

/** A backup is taken with mariadb-dump, callbacks come, the backup is brought back: what is missing must be told. */
class RestoreCheckTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path DUMP = Path.of("/usr/bin/mariadb-dump");

    private static final String REST = """
        endpoints:
          - { name: cards, provider: stripe, secrets: ["whsec_restore0123456789"], api-key: sk_test_restore, route: orders }
          - { name: bank, provider: paystack, secrets: ["sk_restore0123456789"], route: orders }
          - { name: plain, provider: paystack, secrets: ["sk_restore0123456789"], route: orders }
        routes:
          orders: { handler: { kind: log } }
        statements:
          bank:
            format: csv
            zone: UTC
            csv: { transaction: Reference, time: Booked, amount: Amount, order: Order, currency: EUR, unit: major }
        """;

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private record Run(int exit, String out, String err) {}

    private Run check(String... more) throws IOException {
        Path file = folder.resolve("tallygate.yaml");
        Files.writeString(
                file,
                "database: { url: \"" + database.settings().url() + "\", username: \""
                        + database.settings().username() + "\", password: \""
                        + database.settings().password() + "\" }\ndata-dir: \"" + folder + "\"\n" + REST);
        List<String> words = new ArrayList<>(List.of("restore-check", "--config", file.toString()));
        words.addAll(List.of(more));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words.toArray(String[]::new));
        return new Run(exit, out.toString(), err.toString());
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = database.connectAsRoot();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void event(String account, String id, int status) throws SQLException {
        sql("INSERT INTO async_task (source, endpoint, route, event_id, status, payload) VALUES ('" + account + "', '"
                + account + "', 'orders', '" + id + "', " + status + ", '{}')");
    }

    private void tool(String name, Path in, Path out, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                name,
                "--no-defaults",
                "--host=127.0.0.1",
                "--port=" + database.port(),
                "--user=root",
                "--password=root"));
        command.addAll(List.of(more));
        command.add(database.settings().url().replaceFirst(".*/", ""));
        Process process = new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(name).isZero();
    }

    private static JsonNode account(JsonNode all, String name) {
        for (JsonNode one : all.path("accounts")) {
            if (one.path("account").asText().equals(name)) {
                return one;
            }
        }
        throw new AssertionError("no account " + name + " in " + all);
    }

    @Test
    void whatCameAfterTheBackupIsNamedWithTheWayToFetchIt() throws Exception {
        Optional<Path> dump = DebianPackages.program("mariadb-client", DUMP);
        assumeTrue(dump.isPresent(), DUMP + " is not there");
        event("cards", "evt_1", 2);
        event("bank", "b-1", 0);
        event("shop", "own-1", 1);
        sql("INSERT INTO event_gap_mark (source, confirmed_until) VALUES ('cards', UTC_TIMESTAMP(3) - INTERVAL 1"
                + " HOUR)");
        Path backup = folder.resolve("backup.sql");
        Path nothing = Files.createFile(folder.resolve("nothing"));
        tool("mariadb-dump", nothing, backup, "--single-transaction", "--routines");

        event("cards", "evt_2", 2);
        event("bank", "b-2", 2);
        event("plain", "p-1", 2);
        assertThat(account(JSON.readTree(check("--json").out()), "cards")
                        .path("lastEventId")
                        .asText())
                .isEqualTo("evt_2");

        tool("mariadb", backup, folder.resolve("out"));
        Run run = check("--json", "--audit-head", "41");
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.REFUSED);
        JsonNode all = JSON.readTree(run.out());
        assertThat(account(all, "cards").path("lastEventId").asText()).isEqualTo("evt_1");
        assertThat(account(all, "cards").path("fetch").asText()).isEqualTo("event-list");
        assertThat(account(all, "bank").path("lastEventId").asText()).isEqualTo("b-1");
        assertThat(account(all, "bank").path("fetch").asText()).isEqualTo("statement");
        assertThat(account(all, "bank").path("todo").path("zh").asText()).contains("reconcile import --account bank");
        assertThat(account(all, "plain").path("lastEventId").asText()).isEmpty();
        assertThat(account(all, "plain").path("fetch").asText()).isEqualTo("by-hand");
        assertThat(account(all, "shop").path("fetch").asText()).isEqualTo("own-tasks");
        assertThat(all.path("audit").path("missing").asLong()).isEqualTo(41);
        assertThat(all.path("goesOn").path("pending").asLong()).isEqualTo(1);
        assertThat(all.path("goesOn").path("leased").asLong()).isEqualTo(1);
        assertThat(all.path("highestNumbers").path("audit_log").asLong()).isZero();
    }

    @Test
    void aListThatDoesNotReachBackIsSaid() throws Exception {
        event("cards", "evt_1", 2);
        sql("UPDATE async_task SET created_at = created_at - INTERVAL 90 DAY");
        JsonNode cards = account(JSON.readTree(check("--json").out()), "cards");
        assertThat(cards.path("fetch").asText()).isEqualTo("event-list-too-short");
        assertThat(cards.path("gapSeconds").asLong()).isGreaterThan(89L * 86_400);
    }

    @Test
    void peopleReadItInTheirLanguage() throws Exception {
        event("cards", "evt_1", 2);
        assertThat(check().out())
                .contains("[cards] last event evt_1")
                .contains("gap check")
                .contains("--audit-head");
        assertThat(check("--lang", "zh").out()).contains("[cards] 最后事件 evt_1").contains("缺口检查");
    }
}
