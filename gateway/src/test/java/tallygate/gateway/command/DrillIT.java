package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One round of the drill, as an operator runs it. */
class DrillIT {
    @Test
    void everyExerciseOfOneRoundHoldsAndIsDated(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("tallygate.yaml");
        Files.writeString(file, "data-dir: \"" + folder.resolve("data") + "\"\n");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("drill", "--rounds", "1", "--config", file.toString());
        assertThat(exit).as("%s%n%s", out, err).isEqualTo(Exit.OK);
        assertThat(out.toString().lines().filter(line -> line.startsWith("held")))
                .hasSizeGreaterThanOrEqualTo(25);
        LastDrill last = LastDrill.read(folder.resolve("data")).orElseThrow();
        assertThat(last.broken()).isZero();
        assertThat(last.isWhole()).as("one round is not a drill").isFalse();
    }
}
