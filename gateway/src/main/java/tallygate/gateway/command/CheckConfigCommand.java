package tallygate.gateway.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tallygate.config.GatewayConfig;
import tallygate.config.Loading;
import tallygate.config.Mode;
import tallygate.config.source.Problem;
import tallygate.gateway.DatabaseSource;
import tallygate.gateway.EndpointBindings;
import tallygate.gateway.OwnProviders;
import tallygate.gateway.SagaDefinitions;
import tallygate.gateway.mysql.DatabaseSettings;
import tallygate.gateway.mysql.Finding;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.task.StoreException;

/** Says everything that is wrong with a configuration at once, without starting anything. */
@Command(
        name = "check-config",
        mixinStandardHelpOptions = true,
        description = "Check a configuration file: every problem at once, with path and line.",
        footer = {"", "Exit: 0 good, 69 the database does not answer (--connect), 78 not good."})
final class CheckConfigCommand implements Callable<Integer> {
    @Option(
            names = "--connect",
            description = "Also ask the database: durability, time zone, clock skew, indexes. Changes nothing.")
    private boolean connects;

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
        int exit = problems.isEmpty() ? Exit.OK : Exit.CONFIG;
        if (connects && exit == Exit.OK && GatewayConfig.load(file, System.getenv()) instanceof Loading.Loaded loaded) {
            exit = connect(loaded.config(), out);
        }
        out.flush();
        return exit;
    }

    private int connect(GatewayConfig config, PrintWriter out) {
        Optional<DatabaseSettings> settings = DatabaseSource.external(config);
        if (settings.isEmpty()) {
            out.println("database: embedded, started by serve with durable settings; nothing to ask");
            return Exit.OK;
        }
        try (MySqlStores stores = MySqlStores.open(settings.get(), System::nanoTime)) {
            List<Finding> findings = stores.check(Clock.systemUTC());
            findings.forEach(finding -> out.println(DatabaseReport.line(finding)));
            boolean refuses = config.mode() == Mode.PRODUCTION
                    && !DatabaseReport.unsafe(findings).isEmpty();
            List<String> changed = SagaDefinitions.changed(stores, config);
            changed.forEach(out::println);
            return refuses || !changed.isEmpty() ? Exit.CONFIG : Exit.OK;
        } catch (StoreException e) {
            out.println("database: does not answer (" + e.getMessage()
                    + "); serve would wait for it and say 503 meanwhile");
            return Exit.UNAVAILABLE;
        }
    }
}
