package tallygate.loadtest;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.function.LongSupplier;
import tallygate.loadtest.measure.CpuWatch;
import tallygate.loadtest.measure.Json;
import tallygate.loadtest.raw.RawInsert;

/** {@code raw}: inserts rows like those of a table, and prints the rate and what each cost. */
final class RawCommand {
    private final LongSupplier nanos;

    RawCommand(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void run(Options options, PrintStream out)
            throws Options.UsageException, SQLException, IOException, InterruptedException {
        var database = new RawInsert.Database(options.text("url"), options.text("user"), options.text("password", ""));
        var plan = new RawInsert.Plan(
                options.text("table"),
                Set.copyOf(options.all("vary")),
                options.number("connections", 1),
                options.number("batch", 64),
                options.duration("warmup", "2s"),
                options.duration("duration", "5s"));
        var pids = new LinkedHashMap<String, Long>();
        pids.put("generator", ProcessHandle.current().pid());
        int databasePid = options.number("database-pid", 0);
        if (databasePid > 0) {
            pids.put("database", (long) databasePid);
        }
        options.refuseUnknown();
        out.println(Json.line(new RawInsert(database, new CpuWatch(pids, nanos), nanos).run(plan)));
    }
}
