package tallygate.loadtest;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import tallygate.loadtest.drive.DriveResult;
import tallygate.loadtest.drive.Driver;
import tallygate.loadtest.feed.CallbackPlan;
import tallygate.loadtest.feed.SignedFeed;
import tallygate.loadtest.measure.CpuWatch;
import tallygate.loadtest.measure.Json;

/** {@code drive}: sends a signed feed and prints rate, latencies, books and processor time. */
final class DriveCommand {
    /** What is printed: the run, and what it was. */
    record Printed(String model, int connections, long seed, DriveResult.Window window, DriveResult.Whole whole) {}

    /** More than any receiver that stores something takes on a small machine; a faster one repeats the feed. */
    private static final int PER_SECOND_MAX = 40_000;

    private final InstantSource clock;
    private final LongSupplier nanos;

    DriveCommand(InstantSource clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
    }

    void run(Options options, PrintStream out) throws Options.UsageException, IOException, InterruptedException {
        FeedOptions to = FeedOptions.of(options);
        Driver.Plan plan = plan(options);
        CallbackPlan callbacks = callbacks(options, plan);
        int connections = options.number("connections", 64);
        Duration patience = options.duration("timeout", "10s");
        var cpu = new CpuWatch(watched(options), nanos);
        Optional<Path> acceptedIds = options.last("accepted").map(Path::of);
        boolean repeating = Boolean.parseBoolean(options.text("repeat", "false"));
        options.refuseUnknown();

        SignedFeed feed = to.feed(callbacks, clock);
        DriveResult result = new Driver(to.aim(connections, patience), cpu, nanos)
                .run(plan, new Driver.Messages(feed.size(), feed::request, repeating));
        if (acceptedIds.isPresent()) {
            FeedOptions.writeEventIds(acceptedIds.get(), feed, result.accepted());
        }
        String model = plan.model() instanceof Driver.Model.Open ? "open" : "closed";
        out.println(Json.line(new Printed(model, connections, callbacks.seed(), result.window(), result.whole())));
    }

    private static Driver.Plan plan(Options options) throws Options.UsageException {
        double rate = options.real("rate", 0);
        boolean counted = options.last("count").isPresent();
        if (counted && (rate > 0 || options.last("duration").isPresent())) {
            throw new Options.UsageException("--count sends a whole feed: it goes with neither --rate nor --duration");
        }
        int seed = options.number("seed", 1);
        return new Driver.Plan(
                rate > 0 ? new Driver.Model.Open(rate, seed) : new Driver.Model.Closed(),
                options.number("threads", 1),
                counted ? Duration.ZERO : options.duration("warmup", "3s"),
                counted ? Duration.ZERO : options.duration("duration", "10s"));
    }

    private static CallbackPlan callbacks(Options options, Driver.Plan plan) throws Options.UsageException {
        double seconds = plan.warmup().plus(plan.window()).toMillis() / 1000.0;
        double perSecond = options.real("rate", 0);
        int enough = (int) Math.ceil(seconds * (perSecond > 0 ? perSecond + 1 : PER_SECOND_MAX));
        int count = options.last("count").isPresent()
                ? options.number("count", 0)
                : options.number("feed", Math.max(1, enough));
        return new CallbackPlan(
                options.number("seed", 1),
                count,
                options.real("duplicates", 0),
                options.real("forged", 0),
                options.number("body", CallbackPlan.BODY_BYTES));
    }

    /** This process as {@code generator}, and each {@code --watch name=pid}. */
    private static Map<String, Long> watched(Options options) throws Options.UsageException {
        var pids = new LinkedHashMap<String, Long>();
        pids.put("generator", ProcessHandle.current().pid());
        for (String watch : options.all("watch")) {
            String[] parts = watch.split("=", 2);
            if (parts.length != 2 || !parts[1].matches("[0-9]{1,10}")) {
                throw new Options.UsageException("--watch must be name=pid, was " + watch);
            }
            pids.put(parts[0], Long.parseLong(parts[1]));
        }
        return pids;
    }
}
