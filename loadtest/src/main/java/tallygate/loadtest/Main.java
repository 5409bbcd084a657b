package tallygate.loadtest;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** One program for all child processes of a measurement; the first argument says which. */
public final class Main {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 64;

    private static final String HELP = """
        drive       --url U [--url U2] --secret S [--connections 64] [--threads 1] [--warmup 3s] [--duration 10s | --count N]
                    [--rate N] [--seed 1] [--duplicates 0.3] [--forged 0.1] [--body 1024] [--timeout 10s] [--feed N] [--repeat true]
                    [--watch NAME=PID] [--accepted FILE]   sends signed callbacks and measures
        provider    --url U --secret S --count N [--rate 500] [--plan 1s,2s,4s | wechatpay | alipay | stripe] [--scale 1]
                    [--connections 64] [--seed 1] [--timeout 5s] [--accepted FILE]   sends again what is not acknowledged
        downstream  [--port 0] [--loops 1] [--answer ok]   books effects; see PUT /behaviour, GET /sums, GET /events
        floor       [--port 0] [--loops 1]   reads requests and answers 200
        raw         --url JDBC --user U --password P --table T [--vary COLUMN] [--connections 1] [--batch 64]
                    [--warmup 2s] [--duration 5s] [--database-pid PID]   inserts rows and does nothing else
        raw-saga    --url JDBC --user U --password P [--connections 16] [--warmup 2s] [--duration 5s]
                    writes what a saga of four steps writes, and does nothing else
        model       [--nodes 4] [--node-cores 2] [--gateway-micros 60] [--database-cores 4] [--row-micros 28] [--commit-micros 135]
                    [--work-micros 45] [--sync-micros 500] [--round-trip-micros 300] [--batch 256]
                    simulates 1, 2, 4 ... gateways on one database: what they carry, and what limits them
        Results are one line of JSON. Servers print {"port":…}, and end when their standard input does.
            Options may come as TALLYGATE_LOADTEST_NAME in the environment: passwords and secrets should.
        """;

    private final PrintStream out;
    private final PrintStream err;
    private final InstantSource clock;
    private final LongSupplier nanos;

    Main(PrintStream out, PrintStream err, InstantSource clock, LongSupplier nanos) {
        this.out = out;
        this.err = err;
        this.clock = clock;
        this.nanos = nanos;
    }

    public static void main(String[] arguments) {
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        var main = new Main(out, err, Clock.systemUTC(), System::nanoTime);
        System.exit(main.run(Arrays.asList(arguments), System.getenv()));
    }

    int run(List<String> arguments, Map<String, String> environment) {
        String command = arguments.isEmpty() ? "" : arguments.getFirst();
        try {
            var options =
                    new Options(arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size()), environment);
            switch (command) {
                case "drive" -> new DriveCommand(clock, nanos).run(options, out);
                case "provider" -> new ProviderCommand(clock, nanos).run(options, out);
                case "downstream" -> ServerCommands.downstream(options, out, System.in);
                case "floor" -> ServerCommands.floor(options, out, System.in);
                case "raw" -> new RawCommand(nanos).run(options, out);
                case "raw-saga" -> RawSagaCommand.run(options, out, nanos);
                case "model" -> ModelCommand.run(options, out);
                case "query" -> QueryCommand.run(options, out);
                default -> throw new Options.UsageException(HELP);
            }
            return OK;
        } catch (Options.UsageException | IllegalArgumentException e) {
            err.println(e.getMessage());
            return USAGE;
        } catch (IOException | SQLException | IllegalStateException e) {
            err.println(command + " ended without a result: " + e);
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }
}
