package tallygate.loadtest;

import java.io.PrintStream;
import java.time.Duration;
import tallygate.loadtest.measure.Json;
import tallygate.loadtest.scale.Installation;
import tallygate.loadtest.scale.ScaleModel;

/** {@code model}: what 1, 2, 4 … gateways on one database carry, one line of JSON for each. */
final class ModelCommand {
    private ModelCommand() {}

    static void run(Options options, PrintStream out) throws Options.UsageException {
        var installation = new Installation(
                options.number("nodes", 4),
                options.number("node-cores", 2),
                options.real("gateway-micros", 60),
                options.number("database-cores", 4),
                options.real("row-micros", 28),
                options.real("commit-micros", 135),
                options.real("work-micros", 45),
                micros(options, "sync-micros", 500),
                micros(options, "round-trip-micros", 300),
                options.number("batch", 256));
        options.refuseUnknown();
        ScaleModel.doubling(installation).forEach(capacity -> out.println(Json.line(capacity)));
    }

    private static Duration micros(Options options, String name, int otherwise) throws Options.UsageException {
        return Duration.ofNanos(1000L * options.number(name, otherwise));
    }
}
