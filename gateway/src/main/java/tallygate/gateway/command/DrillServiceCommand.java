package tallygate.gateway.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tallygate.callback.participant.sample.SampleDatabase;
import tallygate.callback.participant.sample.SampleParticipant;

/** One participant of the drill as a process of its own, so that it can be killed. */
@Command(name = "drill-service", hidden = true, description = "One sample service; started by drill.")
final class DrillServiceCommand implements Callable<Integer> {
    static final String PASSWORD_VARIABLE = "TALLYGATE_DRILL_DB_PASSWORD";

    @Parameters(index = "0", description = "order, stock, coupon or payment.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Option(names = "--port", required = true, description = "Where it listens, on loopback.")
    private int port;

    @Option(names = "--server", required = true, description = "jdbc:mysql://host:port/")
    @SuppressWarnings("NullAway.Init")
    private String server;

    @Option(names = "--user", required = true, description = "Of the database.")
    @SuppressWarnings("NullAway.Init")
    private String user;

    @Option(names = "--schema", required = true, description = "Its own schema.")
    @SuppressWarnings("NullAway.Init")
    private String schema;

    @Option(names = "--without-guard", description = "Effects come as often as requests do.")
    private boolean isUnguarded;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        String password = System.getenv().getOrDefault(PASSWORD_VARIABLE, "");
        try (SampleParticipant participant =
                SampleParticipant.start(name, port, new SampleDatabase(server, user, password, schema), !isUnguarded)) {
            spec.commandLine().getOut().println(participant);
            new CountDownLatch(1).await();
            return Exit.OK;
        } catch (IOException e) {
            spec.commandLine().getErr().println("tallygate: " + e.getMessage());
            return Exit.UNAVAILABLE;
        }
    }
}
