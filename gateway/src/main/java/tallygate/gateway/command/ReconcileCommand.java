package tallygate.gateway.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Providers' statements against our tasks. */
@Command(
        name = "reconcile",
        mixinStandardHelpOptions = true,
        description =
                "Compare providers' statements with the tasks: import or fetch files, run a day, show what it came to.",
        subcommands = {
            ReconcileImportCommand.class,
            ReconcileRunCommand.class,
            ReconcileShowCommand.class,
            ReconcileFetchCommand.class
        })
final class ReconcileCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name what to do: import, run, show, fetch");
    }
}
