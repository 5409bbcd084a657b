package tallygate.loadtest;

import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import tallygate.loadtest.measure.Json;
import tallygate.loadtest.raw.RawInsert;
import tallygate.loadtest.raw.RawSaga;

/** {@code raw-saga}: what the database can do of the writes of sagas. */
final class RawSagaCommand {
    private RawSagaCommand() {}

    static void run(Options options, PrintStream out, LongSupplier nanos)
            throws Options.UsageException, SQLException, InterruptedException {
        var database = new RawInsert.Database(options.text("url"), options.text("user"), options.text("password", ""));
        int connections = options.number("connections", 16);
        Duration warmup = options.duration("warmup", "2s");
        Duration duration = options.duration("duration", "5s");
        options.refuseUnknown();
        out.println(Json.line(Map.of("perSecond", new RawSaga(database, nanos).run(connections, warmup, duration))));
    }
}
