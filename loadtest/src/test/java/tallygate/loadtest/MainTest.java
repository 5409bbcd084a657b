package tallygate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.loadtest.floor.FloorHandler;
import tallygate.loadtest.http.HttpServer;

class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void driveSendsAFeedAndPrintsItsBooks(@TempDir Path directory) throws Exception {
        Path accepted = directory.resolve("accepted");
        try (var floor = HttpServer.listen(0, 1, pipeline -> pipeline.addLast(new FloorHandler()))) {
            int exit = run("drive --url http://127.0.0.1:" + floor.port() + "/callbacks/s --secret k --count 300"
                    + " --connections 8 --accepted " + accepted);
            assertThat(exit).isZero();
        }
        JsonNode result = new ObjectMapper().readTree(out.toByteArray());
        assertThat(result.at("/whole/books/sent").asInt()).isEqualTo(300);
        assertThat(result.at("/whole/books/accepted").asInt()).isEqualTo(300);
        assertThat(result.at("/whole/statuses/200").asInt()).isEqualTo(300);
        assertThat(result.at("/window/cpu/micros/generator").asLong()).isNotNegative();
        assertThat(Files.readAllLines(accepted))
                .hasSize(300)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.startsWith("evt_"));
    }

    @Test
    void providerPrintsWhatBecameOfItsNotices() throws Exception {
        try (var floor = HttpServer.listen(0, 1, pipeline -> pipeline.addLast(new FloorHandler()))) {
            assertThat(run("provider --url http://127.0.0.1:" + floor.port() + "/x --secret k --count 50 --rate 5000"))
                    .isZero();
        }
        JsonNode result = new ObjectMapper().readTree(out.toByteArray());
        assertThat(result.path("acknowledged").asInt()).isEqualTo(50);
        assertThat(result.at("/attempts/1").asInt()).isEqualTo(50);
    }

    @Test
    void aServerTellsItsPortAndEndsWithItsInput() throws Exception {
        var nothing = new ByteArrayInputStream(new byte[0]);
        PrintStream print = print(out);
        ServerCommands.downstream(new Options(List.of(), Map.of()), print, nothing);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(new ObjectMapper().readTree(lines.getFirst()).path("port").asInt())
                .isPositive();
        assertThat(new ObjectMapper().readTree(lines.getLast()).path("requests").asInt(-1))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "dance",
                "drive",
                "drive --url http://127.0.0.1/x --secret k",
                "drive --url https://127.0.0.1:1/x --secret k",
                "drive --url http://127.0.0.1:1/x",
                "drive --url http://127.0.0.1:1/x --secret k --connections many",
                "drive --url http://127.0.0.1:1/x --secret k --duration soon",
                "drive --url http://127.0.0.1:1/x --secret k --count 5 --rate 3",
                "drive --url http://127.0.0.1:1/x --secret k --watch gateway",
                "drive --url http://127.0.0.1:1/x --secret k --typo 1",
                "drive --url http://127.0.0.1:1/x --secret",
                "downstream --answer sometimes",
                "raw --url jdbc:mysql://h/d --user u --table t --batch 0"
            })
    void argumentsThatMakeNoSenseEndWithTheUsageCode(String arguments) {
        assertThat(run(arguments)).isEqualTo(64);
        assertThat(out.size()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isNotBlank();
    }

    @Test
    void whatIsNotGivenIsTakenFromTheEnvironment() throws Exception {
        var options = new Options(
                List.of("--user", "u"),
                Map.of("TALLYGATE_LOADTEST_DATABASE_PID", "7", "TALLYGATE_LOADTEST_USER", "other"));
        assertThat(options.number("database-pid", 0)).isEqualTo(7);
        assertThat(options.text("user")).as("an argument comes first").isEqualTo("u");
        assertThat(options.last("password")).isEmpty();
    }

    @Test
    void aRunWithoutAResultEndsWithOneAndPrintsNothingOnStdout() {
        assertThat(run("raw --url jdbc:mysql://127.0.0.1:1/d --user u --table t"))
                .isEqualTo(1);
        assertThat(out.size()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("raw ended without a result");
    }

    private int run(String arguments) {
        List<String> split = arguments.isEmpty() ? List.of() : List.of(arguments.split(" "));
        return new Main(print(out), print(err), Clock.systemUTC(), System::nanoTime).run(split, Map.of());
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }
}
