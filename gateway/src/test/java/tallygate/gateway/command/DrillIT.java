package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some exercises of the drill, as an operator runs it; that all hold is shown by hand, it takes minutes. */
class DrillIT {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int drill(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "drill";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    @Test
    void exercisesHoldAndTheVerdictCanBeFiled(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("tallygate.yaml");
        Files.writeString(file, "data-dir: \"" + folder.resolve("data") + "\"\n");
        int exit = drill(
                "--rounds",
                "1",
                "--json",
                "--seed",
                "7",
                "--config",
                file.toString(),
                "--only",
                "nothing fails,coupon loses its answers,orchestrator is killed (-9) while,come"
                        + " many times,database is killed");
        assertThat(exit).as("%s%n%s", out, err).isEqualTo(Exit.OK);
        JsonNode verdict = new ObjectMapper().readTree(out.toString());
        assertThat(verdict.path("held").asBoolean()).isTrue();
        assertThat(verdict.path("seed").asLong()).isEqualTo(7);
        assertThat(verdict.path("began").asText()).isNotEmpty();
        assertThat(verdict.path("tallygate").asText()).isNotEmpty();
        assertThat(verdict.path("exercises")).hasSize(6);
        assertThat(verdict.path("invariants"))
                .allSatisfy(invariant ->
                        assertThat(invariant.path("broken").asInt()).isZero());
        assertThat(LastDrill.read(folder.resolve("data")))
                .as("a part of the drill is no drill")
                .isEmpty();
    }

    @Test
    void aBrokenInvariantEndsInOne() {
        int exit = drill("--rounds", "1", "--without-guard", "--only", "payment runs each request twice");
        assertThat(exit).as("%s%n%s", out, err).isEqualTo(Exit.REFUSED);
        assertThat(out.toString()).contains("BROKEN  round 1").contains("BROKEN   BOOKS_AGREE");
    }
}
