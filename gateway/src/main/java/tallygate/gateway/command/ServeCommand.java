package tallygate.gateway.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the gateway until it is told to stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Run the gateway. Without a configuration: embedded database under ./data, demo endpoints, demo"
                    + " downstream.",
            "SIGTERM and Ctrl-C drain and stop; SIGHUP reads the configuration again."
        },
        footer = {"", "Exit: 0 stopped, 69 something it needs cannot be had, 78 configuration."})
final class ServeCommand implements Callable<Integer> {
    @Option(names = "--config", description = "The configuration file.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--demo",
            paramLabel = "saga",
            description =
                    "Without a configuration: saga runs the order flow of four sample services for each callback.")
    private Optional<DemoKind> demo = Optional.empty();

    @Option(
            names = "--paused",
            description = "Pause the lane of every route before work begins, for all nodes: callbacks are stored and"
                    + " acknowledged, nothing is delivered until lanes resume. For an empty or restored database.")
    private boolean isPaused;

    /** What the demo shows. */
    enum DemoKind {
        SAGA
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        return new Serving(spec.commandLine().getOut(), spec.commandLine().getErr(), isPaused)
                .run(config, demo.isPresent());
    }
}
