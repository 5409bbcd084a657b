package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tallygate.gateway.mysql.TestDatabases;

/** The checklist as an operator runs it, on a real database. */
class ChecklistTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String[] ATTESTED = {
        "--attest", "saga-idempotent=A. looked at both schemas", "--attest", "saga-intermediate=A. read the views"
    };

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private record Run(int exit, String out, String err) {}

    private Run run(String... more) throws IOException {
        Path file = folder.resolve("tallygate.yaml");
        Files.writeString(
                file,
                "database: { url: \"" + database.settings().url() + "\", username: \""
                        + database.settings().username() + "\", password: \""
                        + database.settings().password() + "\" }\ndata-dir: \"" + folder + "\"\n"
                        + ChecklistPointsTest.YAML);
        List<String> words = new ArrayList<>(List.of("checklist", "--config", file.toString()));
        words.addAll(List.of(more));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words.toArray(String[]::new));
        return new Run(exit, out.toString(), err.toString());
    }

    private static String[] json() {
        List<String> words = new ArrayList<>(List.of(ATTESTED));
        words.add("--json");
        return words.toArray(String[]::new);
    }

    private static List<String> open(Run run) throws IOException {
        List<String> open = new ArrayList<>();
        for (JsonNode point : JSON.readTree(run.out()).path("points")) {
            assertThat(point.path("evidence").path("en").asText()).isNotBlank();
            assertThat(point.path("evidence").path("zh").asText()).isNotBlank();
            if (point.path("verdict").asText().equals("not-held")) {
                open.add(point.path("key").asText());
                assertThat(point.path("todo").path("zh").asText()).isNotBlank();
            }
        }
        return open;
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = database.connectAsRoot();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void measured() throws SQLException {
        for (String step : List.of("stock", "payment")) {
            sql("INSERT INTO saga_timeout (saga_type, step_name, direction, p99_millis, samples, before_millis,"
                    + " timeout_millis) VALUES ('order-create', '" + step + "', 0, 200, 100, 5000, 800)");
        }
    }

    @Test
    void aFreshDatabaseLacksTheDrillAndTheMeasurementsOnly() throws Exception {
        Run run = run(json());
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.REFUSED);
        assertThat(open(run)).containsExactly("drill-dated", "saga-timeouts");
    }

    @Test
    void whenAllIsThereItHoldsAndWhatAHandTakesAwayIsSeen() throws Exception {
        measured();
        new LastDrill(Instant.now(), 3, 75, 0).write(folder);
        Run whole = run(json());
        assertThat(open(whole)).as(whole.out()).isEmpty();
        assertThat(whole.exit()).isEqualTo(Exit.OK);
        assertThat(whole.out()).contains("k_due = status,lane,next_retry_time").contains("EXPLAIN: ");

        sql("ALTER TABLE async_task DROP INDEX k_due");
        sql("ALTER TABLE saga_instance DROP INDEX uk_saga");
        sql("INSERT INTO compensation_dead_letter (saga_id, step_seq, step_name, request_id, tries, last_error,"
                + " created_at) VALUES ('s', 1, 'stock', 's:c:s1', 4, 'no', UTC_TIMESTAMP(3) - INTERVAL 2 DAY)");
        Run broken = run(json());
        assertThat(broken.exit()).isEqualTo(Exit.REFUSED);
        assertThat(open(broken)).containsExactly("scan-index", "saga-idempotent", "saga-dead-letter");
    }

    @Test
    void peopleReadItInTheirLanguage() throws Exception {
        assertThat(run("--lang", "zh").out()).contains("[不成立] drill-dated").contains("项不成立");
        assertThat(run().out()).contains("[not held] drill-dated").contains("points are not held");
    }

    @Test
    void nobodyAnswersForWhatCanBeSeen() throws Exception {
        Run run = run("--attest", "audit=I looked");
        assertThat(run.exit()).isEqualTo(Exit.USAGE);
        assertThat(run.err()).contains("saga-idempotent");
    }
}
