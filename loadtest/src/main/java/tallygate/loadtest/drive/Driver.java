package tallygate.loadtest.drive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import tallygate.loadtest.measure.CpuUse;
import tallygate.loadtest.measure.CpuWatch;
import tallygate.loadtest.measure.LatencySummary;

/** Runs loops of load against targets and measures a window of it. */
public final class Driver {
    /**
     * How long, how wide, and in which model.
     *
     * @param threads loops; one saturates a small machine, and each costs a core
     * @param warmup answers before it are in the books but not in the window
     * @param window zero: from the start until the feed is used up
     */
    public record Plan(Model model, int threads, Duration warmup, Duration window) {}

    /** When messages are sent. */
    public sealed interface Model {
        /** Each connection sends on as soon as it is answered. */
        record Closed() implements Model {}

        /** At a rate of its own, with independent arrivals. */
        record Open(double perSecond, long seed) implements Model {}
    }

    /**
     * What is sent.
     *
     * @param repeating true: round and round, for a receiver that looks at nothing; false: each message once
     */
    public record Messages(int size, IntFunction<ByteBuffer> request, boolean repeating) {}

    private final Aim aim;
    private final CpuWatch cpu;
    private final LongSupplier nanos;

    public Driver(Aim aim, CpuWatch cpu, LongSupplier nanos) {
        this.aim = aim;
        this.cpu = cpu;
        this.nanos = nanos;
    }

    /** @throws InterruptedException when the run was interrupted; all its threads have ended then */
    public DriveResult run(Plan plan, Messages messages) throws IOException, InterruptedException {
        long start = nanos.getAsLong();
        long windowStart = start + plan.warmup().toNanos();
        boolean whole = plan.window().isZero();
        long end = whole ? Traffic.NOTHING : windowStart + plan.window().toNanos();
        var cursor = new Cursor(messages.size(), messages.repeating());
        var runs = new ArrayList<Run>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int i = 0; i < plan.threads(); i++) {
                runs.add(start(plan, messages, cursor, new Span(start, windowStart, end), i, threads));
            }
            try {
                pauseUntil(windowStart, runs);
                CpuWatch.Reading before = cpu.read();
                pauseUntil(end, runs);
                CpuUse use = before.until(cpu.read());
                for (Run run : runs) {
                    run.loop().get();
                }
                double seconds = (nanos.getAsLong() - start) / 1e9;
                return result(runs, use, !whole && cursor.isUsedUp(), seconds);
            } catch (ExecutionException e) {
                throw new IOException("a load loop broke: " + e.getCause(), e.getCause());
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** What traffic of another kind was answered. */
    public record Answers(Books books, Map<Integer, Long> statuses, BitSet accepted) {}

    /** Runs other traffic than a load model's to its end, on the calling thread and without a window. */
    public static Answers runOnce(Aim aim, Messages messages, Traffic traffic, LongSupplier nanos) throws IOException {
        var ledger = new Ledger(Long.MIN_VALUE, Traffic.NOTHING);
        try (var loop = new DriveLoop(aim, messages.request(), traffic, ledger, nanos)) {
            loop.run();
        }
        return new Answers(ledger.books(), ledger.statuses(), ledger.accepted());
    }

    private record Span(long start, long windowStart, long end) {}

    private record Run(Ledger ledger, Traffic traffic, Future<?> loop) {}

    private Run start(Plan plan, Messages messages, Cursor cursor, Span span, int number, ExecutorService threads)
            throws IOException {
        var ledger = new Ledger(span.windowStart(), span.end());
        Traffic traffic = traffic(plan, cursor, span, number);
        var loop = new DriveLoop(aim.share(number, plan.threads()), messages.request(), traffic, ledger, nanos);
        if (traffic instanceof OpenTraffic open) {
            threads.submit(() -> open.wakeOnArrivals(loop::wake, nanos));
        }
        return new Run(ledger, traffic, threads.submit(() -> {
            try (loop) {
                loop.run();
            }
            return null;
        }));
    }

    private Traffic traffic(Plan plan, Cursor cursor, Span span, int number) {
        return switch (plan.model()) {
            case Model.Closed _ -> new ClosedTraffic(cursor, span.end());
            case Model.Open open -> {
                Duration length = plan.warmup().plus(plan.window());
                var schedule = Schedule.poisson(open.perSecond() / plan.threads(), length, open.seed() + number);
                yield new OpenTraffic(
                        schedule, cursor, span.start(), aim.patience().toNanos());
            }
        };
    }

    /** Returns early when all loops have ended by themselves. */
    private void pauseUntil(long until, List<Run> runs) throws InterruptedException {
        for (long left = until - nanos.getAsLong(); left > 0; left = until - nanos.getAsLong()) {
            if (runs.stream().allMatch(run -> run.loop().isDone())) {
                return;
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(left, 20_000_000));
        }
    }

    private static DriveResult result(List<Run> runs, CpuUse use, boolean usedUp, double seconds) {
        Ledger sum = runs.getFirst().ledger();
        runs.stream().skip(1).forEach(run -> sum.add(run.ledger()));
        long unsent = runs.stream()
                .mapToLong(run -> run.traffic() instanceof OpenTraffic open ? open.unsent() : 0)
                .sum();
        Map<String, Double> each = new TreeMap<>();
        use.micros().keySet().forEach(name -> each.put(name, use.microsEach(name, sum.acceptedInWindow())));
        var window = new DriveResult.Window(
                use.seconds(),
                Math.round(10 * sum.acceptedInWindow() / use.seconds()) / 10.0,
                sum.acceptedInWindow(),
                sum.answeredInWindow(),
                LatencySummary.of(sum.latency()),
                LatencySummary.of(sum.refusalLatency()),
                use,
                each);
        var whole = new DriveResult.Whole(
                sum.books(),
                sum.statuses(),
                sum.connectFailures(),
                unsent,
                usedUp,
                Math.round(seconds * 1000) / 1000.0);
        return new DriveResult(window, whole, sum.accepted());
    }
}
