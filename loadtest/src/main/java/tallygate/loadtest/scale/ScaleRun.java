package tallygate.loadtest.scale;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * One simulated stretch of time under a given rate: arrivals as a Poisson stream, a processor queue for each node, one writer a node
 * with group commit, the database's processors shared by all, one log. The same seed gives the same run. For one thread.
 */
final class ScaleRun {
    /**
     * What came of it.
     *
     * @param donePerSecond callbacks acknowledged a second, when the first fifth of the time is over
     * @param busy shares of time in which each part had work, 0..1
     */
    record Outcome(double donePerSecond, long p50Micros, long p99Micros, Busy busy) {}

    /** The busiest node's processors and writer; the database's processors; its log. */
    record Busy(double nodes, double writers, double database, double log) {}

    private static final double MICROS = 1e6;
    /** Until then the first callbacks are still on their way. */
    private static final double STEADY_AFTER = 0.2;

    private record Event(double at, long order, Runnable action) {}

    private final Installation given;
    private final double perSecond;
    private final double seconds;
    private final SplittableRandom dice;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparingLong(Event::order));
    private final Node[] nodes;
    private final double[] databaseFree;
    private final List<Runnable> waitingForLog = new ArrayList<>();
    private final Histogram latency = new Histogram(1, 60_000_000, 3);

    private double now;
    private long order;
    private boolean logBusy;
    private double databaseBusy;
    private double logBusyTime;
    private long done;

    ScaleRun(Installation given, double perSecond, double seconds, long seed) {
        this.given = given;
        this.perSecond = perSecond;
        this.seconds = seconds;
        this.dice = new SplittableRandom(seed);
        this.nodes = new Node[given.nodes()];
        Arrays.setAll(nodes, _ -> new Node());
        this.databaseFree = new double[given.databaseCores()];
    }

    /** A gateway: callbacks first pass its processors, then wait for its writer. */
    private final class Node {
        private final double[] free = new double[given.nodeCores()];
        private final ArrayDeque<Double> queue = new ArrayDeque<>();
        private boolean writing;
        private double busy;
        private double writerBusy;

        void arrives() {
            double arrived = now;
            double cost = given.gatewayMicros() / MICROS;
            busy += cost;
            at(serve(free, cost), () -> {
                queue.add(arrived);
                write();
            });
        }

        private void write() {
            if (writing || queue.isEmpty()) {
                return;
            }
            writing = true;
            double began = now;
            var batch = new ArrayList<Double>();
            while (batch.size() < given.batchRows() && !queue.isEmpty()) {
                batch.add(queue.poll());
            }
            double half = given.roundTrip().toNanos() / 2e9;
            at(
                    now + half,
                    () -> execute(
                            batch.size(),
                            () -> at(now + half, () -> {
                                batch.forEach(arrived -> acknowledged(now - arrived));
                                // the rest of their life costs the database, too, but nobody waits for it
                                charge(batch.size() * given.workMicros() / MICROS);
                                writerBusy += now - began;
                                writing = false;
                                write();
                            })));
        }
    }

    Outcome run() {
        arrive();
        while (!events.isEmpty() && events.peek().at() <= seconds) {
            Event event = events.poll();
            now = event.at();
            event.action().run();
        }
        double busiestNode = Arrays.stream(nodes).mapToDouble(n -> n.busy).max().orElse(0);
        double busiestWriter =
                Arrays.stream(nodes).mapToDouble(n -> n.writerBusy).max().orElse(0);
        return new Outcome(
                done / (seconds * (1 - STEADY_AFTER)),
                latency.getValueAtPercentile(50),
                latency.getValueAtPercentile(99),
                new Busy(
                        Math.min(1, busiestNode / seconds / given.nodeCores()),
                        Math.min(1, busiestWriter / seconds),
                        Math.min(1, databaseBusy / seconds / given.databaseCores()),
                        Math.min(1, logBusyTime / seconds)));
    }

    private void arrive() {
        double gap = -Math.log(1 - dice.nextDouble()) / perSecond;
        at(now + gap, () -> {
            nodes[dice.nextInt(nodes.length)].arrives();
            arrive();
        });
    }

    private void execute(int rows, Runnable then) {
        double cost = (given.commitMicros() + rows * given.rowMicros()) / MICROS;
        databaseBusy += cost;
        at(serve(databaseFree, cost), () -> {
            waitingForLog.add(then);
            sync();
        });
    }

    private void sync() {
        if (logBusy || waitingForLog.isEmpty()) {
            return;
        }
        logBusy = true;
        List<Runnable> group = List.copyOf(waitingForLog);
        waitingForLog.clear();
        double takes = given.sync().toNanos() / 1e9;
        logBusyTime += takes;
        at(now + takes, () -> {
            logBusy = false;
            group.forEach(Runnable::run);
            sync();
        });
    }

    private void charge(double cost) {
        databaseBusy += cost;
        serve(databaseFree, cost);
    }

    private void acknowledged(double took) {
        if (now < seconds * STEADY_AFTER) {
            return;
        }
        done++;
        latency.recordValue(Math.clamp(Math.round(took * MICROS), 1, 60_000_000));
    }

    /** The processor that is free first takes it; tells when it is finished. */
    private double serve(double[] free, double cost) {
        int first = 0;
        for (int i = 1; i < free.length; i++) {
            if (free[i] < free[first]) {
                first = i;
            }
        }
        free[first] = Math.max(free[first], now) + cost;
        return free[first];
    }

    private void at(double time, Runnable action) {
        events.add(new Event(time, order++, action));
    }
}
