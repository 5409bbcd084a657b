package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** One round of the drill, as an operator runs it. */
class DrillIT {
    @Test
    void everyExerciseOfOneRoundHolds() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("drill", "--rounds", "1");
        assertThat(exit).as("%s%n%s", out, err).isEqualTo(Exit.OK);
        assertThat(out.toString().lines().filter(line -> line.startsWith("held")))
                .hasSizeGreaterThanOrEqualTo(25);
    }
}
