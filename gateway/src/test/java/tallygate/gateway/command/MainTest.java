package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
    @Test
    void everyCommandHasTheNameThatItIsListedBy() {
        Map<String, CommandLine> all = Main.commandLine().getSubcommands();

        assertThat(all).isNotEmpty();
        all.forEach((name, command) -> assertThat(command.getCommandSpec()
                        .userObject()
                        .getClass()
                        .getAnnotation(CommandLine.Command.class)
                        .name())
                .isEqualTo(name));
    }

    @Test
    void onlyTheCommandThatIsNamedIsMade() {
        assertThat(Main.commandLine(new String[] {"serve", "--help"}).getSubcommands())
                .containsOnlyKeys("serve");
    }

    @Test
    void withoutTheNameOfACommandAllAreKnown() {
        int all = Main.commandLine().getSubcommands().size();

        assertThat(Main.commandLine(new String[0]).getSubcommands()).hasSize(all);
        assertThat(Main.commandLine(new String[] {"--help"}).getSubcommands()).hasSize(all);
        assertThat(Main.commandLine(new String[] {"server"}).getSubcommands()).hasSize(all);
    }
}
