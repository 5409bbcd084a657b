package tallygate.gateway.process;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.DiscrepancyStore;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.ProbeStore;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TimeLeft;
import tallygate.gateway.task.WorkStore;

/** The working half of a node: leases tasks, runs their handlers on virtual threads, and writes what came of it. */
public final class Worker {
    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration LAST_WRITES = Duration.ofSeconds(10);
    private static final Duration LAST_CALL = Duration.ofSeconds(1);

    private final WorkerParts parts;
    private final Instruments instruments;
    private final Loop claimer;
    private final Loop patrol;
    private final Loop completer;
    private final Loop keeper;
    private final Loop readings;
    private final List<Loop> loops;
    private final Optional<Loop> backlog;
    private final Optional<Loop> lanes;
    private final Optional<Loop> probe;

    private Worker(WorkerParts parts, Optional<Backlog> backlog, Instruments instruments) {
        this.parts = parts;
        this.instruments = instruments;
        this.claimer = loop("claimer", parts.claimer()::round);
        this.patrol = loop("patrol", parts.patrol()::round);
        this.completer = loop("completer", parts.desk().completer()::round);
        this.keeper = loop("lease-keeper", parts::keep);
        this.backlog = backlog.map(figures -> loop("backlog", figures::round));
        this.readings = loop("readings", parts.readings()::round);
        this.lanes = parts.lanes().map(watch -> loop("lanes", watch::round));
        this.probe = parts.probe().map(asking -> loop("probe", () -> parts.ask(asking)));
        this.loops = Stream.of(
                        Stream.of(claimer, patrol, completer, keeper, readings),
                        this.backlog.stream(),
                        this.lanes.stream(),
                        this.probe.stream())
                .flatMap(all -> all)
                .toList();
        this.lanes.ifPresent(loop -> parts.desk().runner().onPoison(loop::wake));
        parts.desk().completer().wakes(completer::wake, claimer::wake);
    }

    /** Without figures of the backlog. */
    public static Worker of(WorkStore store, WorkConfig config, Instruments instruments) {
        var parts = WorkerParts.of(store, config, new VirtualThreads(instruments), instruments);
        return new Worker(parts, Optional.empty(), instruments);
    }

    /**
     * What a node's worker works on.
     *
     * @param counts reads the backlog, for metrics; asked every five seconds
     */
    public record Stores(WorkStore work, LaneStore lanes, Questions questions, Supplier<TaskCounts> counts) {}

    /** Where the outcome probe reads and writes. */
    public record Questions(ProbeStore probes, AdminStore tasks, DiscrepancyStore discrepancies) {}

    public static Worker of(Stores stores, WorkConfig config, Instruments instruments) {
        var parts = WorkerParts.of(
                stores.work(),
                Optional.of(new WorkerParts.Shared(
                        stores.lanes(),
                        new ProbeRound.Stores(
                                stores.questions().probes(),
                                stores.questions().tasks(),
                                stores.questions().discrepancies()))),
                config,
                new VirtualThreads(instruments),
                instruments);
        var backlog = new Backlog(stores.counts(), parts.desk().holdings(), instruments);
        return new Worker(parts, Optional.of(backlog), instruments);
    }

    private Loop loop(String name, Supplier<Pause> round) {
        return new Loop(
                name,
                () -> {
                    reviveAll();
                    return round.get();
                },
                instruments.nanos());
    }

    /** Each loop looks after the others. */
    private void reviveAll() {
        for (Loop loop : loops) {
            loop.revive();
        }
    }

    public void start() {
        parts.shutUntilLanesAreKnown();
        loops.forEach(Loop::start);
    }

    /**
     * Puts a new configuration's routes in place of the old ones. Tasks that are held end under the old one, and a handler that
     * is not in the new one is closed when the last of them has ended.
     */
    public void routes(Collection<WorkRoute> routes) {
        parts.routes(routes);
        claimer.wake();
    }

    /**
     * While true: no work is taken, neither due nor handed over, what has not begun is given back to other nodes, and what runs
     * may end.
     */
    public void standAside(boolean isOn) {
        parts.standAside(isOn);
        claimer.wake();
    }

    /** The way of freshly committed tasks into this node. */
    public HandOver handOver() {
        return new FromIntake();
    }

    /**
     * Ends the work: nothing new is taken, what has not begun is given back, what runs may end, and what has not ended then is
     * interrupted and written as unknown, so that another node tries it again.
     *
     * @param wait for calls that run
     * @return leases that could not be given back; they run out by themselves
     */
    public int drain(Duration wait) throws InterruptedException {
        parts.stopTaking();
        claimer.stop();
        patrol.stop();
        lanes.ifPresent(Loop::stop);
        probe.ifPresent(Loop::stop);
        backlog.ifPresent(Loop::stop);
        readings.stop();
        parts.desk().holdings().awaitIdle(wait);
        parts.giveUpRunning();
        TimeLeft last = new TimeLeft(instruments.nanos(), LAST_WRITES);
        claimer.join(last.now());
        patrol.join(last.now());
        parts.desk().holdings().awaitSettled(last.now());
        int left = parts.desk().holdings().unsettled();
        keeper.stop();
        completer.stop();
        keeper.join(last.now().plus(LAST_CALL));
        completer.join(last.now().plus(LAST_CALL));
        parts.handlers().closeAll();
        log.info("leases={} left after the drain; they run out by themselves", left);
        return left;
    }

    /** The way of results that come outside of a try. */
    public Results results() {
        return parts.results();
    }

    /** How long ago each loop began its last round: a loop that stands still is a node that does not work. */
    public List<LoopAge> loopAges() {
        return loops.stream()
                .map(loop -> new LoopAge(loop.name(), loop.sinceTick()))
                .toList();
    }

    /** @param sinceRound a healthy loop begins a round at least every two seconds, unless the store is slow */
    public record LoopAge(String loop, Duration sinceRound) {}

    private final class FromIntake implements HandOver {
        @Override
        public boolean reserve(String route) {
            return parts.desk().holdings().reserve(route);
        }

        @Override
        public void release(String route) {
            parts.desk().holdings().release(route);
        }

        @Override
        public void give(List<LeasedTask> tasks, Duration heldFor) {
            parts.leasing().takeIn(tasks, instruments.nanos().getAsLong() - heldFor.toNanos(), true);
        }
    }
}
