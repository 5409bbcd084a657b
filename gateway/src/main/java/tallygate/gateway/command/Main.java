package tallygate.gateway.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: results on stdout, logs on stderr. */
@Command(
        name = "tallygate",
        description = "Payment-callback gateway: verifies, stores once, acknowledges after commit, then works.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {
            ServeCommand.class,
            CheckConfigCommand.class,
            VerifyCommand.class,
            SignCommand.class,
            RejectedCommand.class,
            KeysCommand.class,
            HealthCommand.class,
            ReconcileCommand.class,
            TasksCommand.class,
            JobsCommand.class,
            AuditCommand.class,
            UserCommand.class,
            TokenCommand.class,
            ImportTasksCommand.class,
            BenchCommand.class,
            DrillCommand.class,
            RestoreCheckCommand.class,
            DrillServiceCommand.class,
            ChecklistCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 refused, 64 usage, 65 bad input, 66 no input, 69 unavailable, 78 configuration."
        })
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExitCodeExceptionMapper(_ -> Exit.SOFTWARE);
        line.setParameterExceptionHandler((problem, _) -> {
            CommandLine at = problem.getCommandLine();
            at.getErr().println("tallygate: " + problem.getMessage());
            at.getErr().println("See: " + at.getCommandSpec().qualifiedName() + " --help");
            return Exit.USAGE;
        });
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "name a command: serve, check-config, verify, sign, health, reconcile, import-tasks, tasks, jobs,"
                        + " audit, user, token, bench, drill, checklist, restore-check");
    }

    /** The version of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"tallygate " + (version == null ? "(unpackaged)" : version)};
        }
    }
}
