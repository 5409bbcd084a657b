package tallygate.gateway.command;

import java.util.List;
import java.util.function.Supplier;
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
        footer = {
            "",
            "Exit codes: 0 done, 1 refused, 64 usage, 65 bad input, 66 no input, 69 unavailable, 78 configuration."
        })
public final class Main implements Runnable {
    private static final List<Entry> COMMANDS = List.of(
            new Entry("serve", ServeCommand::new),
            new Entry("check-config", CheckConfigCommand::new),
            new Entry("verify", VerifyCommand::new),
            new Entry("sign", SignCommand::new),
            new Entry("rejected", RejectedCommand::new),
            new Entry("keys", KeysCommand::new),
            new Entry("health", HealthCommand::new),
            new Entry("reconcile", ReconcileCommand::new),
            new Entry("tasks", TasksCommand::new),
            new Entry("jobs", JobsCommand::new),
            new Entry("lanes", LanesCommand::new),
            new Entry("audit", AuditCommand::new),
            new Entry("user", UserCommand::new),
            new Entry("token", TokenCommand::new),
            new Entry("import-tasks", ImportTasksCommand::new),
            new Entry("bench", BenchCommand::new),
            new Entry("drill", DrillCommand::new),
            new Entry("restore-check", RestoreCheckCommand::new),
            new Entry("drill-service", DrillServiceCommand::new),
            new Entry("checklist", ChecklistCommand::new),
            new Entry("record-start", RecordStartCommand::new));

    /** @param made picocli reads its annotations only then */
    private record Entry(String name, Supplier<Object> made) {}

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine(args).execute(args));
    }

    /** Knows every command. */
    static CommandLine commandLine() {
        return with(COMMANDS);
    }

    /** Knows the command that is named first, or all where none is: reading all of them takes a fifth of a start. */
    static CommandLine commandLine(String[] args) {
        List<Entry> named = COMMANDS.stream()
                .filter(command -> args.length > 0 && command.name().equals(args[0]))
                .toList();
        return with(named.isEmpty() ? COMMANDS : named);
    }

    private static CommandLine with(List<Entry> commands) {
        CommandLine line = new CommandLine(new Main());
        commands.forEach(
                command -> line.addSubcommand(command.name(), command.made().get()));
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
                        + " lanes, audit, user, token, bench, drill, checklist, restore-check, record-start");
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
