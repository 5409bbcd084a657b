package tallygate.gateway.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.config.source.Problem;
import tallygate.gateway.EndpointBindings;
import tallygate.gateway.OwnProviders;

/** Says everything that is wrong with a configuration at once, without starting anything. */
@Command(
        name = "check-config",
        mixinStandardHelpOptions = true,
        description = "Check a configuration file: every problem at once, with path and line.",
        footer = {"", "Exit: 0 good, 78 not."})
final class CheckConfigCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The configuration file.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Problem> problems = new ArrayList<>();
        List<Problem> warnings = new ArrayList<>();
        OwnProviders own = OwnProviders.beside(file);
        problems.addAll(own.problems());
        switch (GatewayConfig.load(file, System.getenv())) {
            case Loading.Loaded loaded -> {
                warnings.addAll(loaded.warnings());
                problems.addAll(EndpointBindings.of(loaded.config().endpoints(), own.providers())
                        .allProblems());
            }
            case Loading.Broken(var found, var intact) -> {
                problems.addAll(found);
                problems.addAll(EndpointBindings.of(intact, own.providers()).allProblems());
            }
        }
        warnings.forEach(warning -> out.println("warning: " + warning));
        problems.forEach(out::println);
        out.println(
                problems.isEmpty()
                        ? file + ": good"
                        : file + ": " + problems.size() + " problems, nothing would start");
        out.flush();
        return problems.isEmpty() ? Exit.OK : Exit.CONFIG;
    }
}
