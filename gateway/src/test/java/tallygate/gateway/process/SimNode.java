package tallygate.gateway.process;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.ingest.SimIntake;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;

/** One incarnation of a node: the production parts, with the simulation in place of threads and clock. */
final class SimNode {
    /** Thrown inside a call of a node that died meanwhile, to unwind what its thread was doing. */
    static final class Dead extends Error {
        private static final long serialVersionUID = 1L;

        Dead() {
            super("the node is dead", null, false, false);
        }
    }

    private enum LoopName {
        WRITER,
        CLAIMER,
        PATROL,
        COMPLETER,
        KEEPER,
        LANES,
        PROBE
    }

    private static final class LoopState {
        private final Supplier<Pause> round;
        private long ticket;
        private boolean isResting;
        private boolean isWakeable;
        private boolean isWoken;

        LoopState(Supplier<Pause> round) {
            this.round = round;
        }
    }

    final int number;
    final long incarnation;
    final SimStore store;
    final WorkerParts parts;
    private final SimIntake intake;
    private final Timeline timeline;
    private final SimReceiver receiver;
    private final SimWorld world;
    private final Map<LoopName, LoopState> loops = new EnumMap<>(LoopName.class);
    private final Map<String, SimBreaker> breakers = new HashMap<>();
    private Set<String> knownPaused = Set.of();
    private boolean isDead;
    private boolean isDraining;
    private long pausedUntil;
    private long stalledNanos;

    SimNode(int number, long incarnation, SimWorld world) {
        this.number = number;
        this.incarnation = incarnation;
        this.world = world;
        this.timeline = world.timeline();
        this.receiver = world.receiver();
        var instruments = new Instruments(this::nanos, world.dice(), world.metrics());
        var config = new WorkConfig(incarnation, world.plan().lease(), world.routesOf(number));
        this.store = new SimStore(world, this);
        var questions = new ProbeRound.Stores(world.store().probes(), SimAdmin.of(world), world.discrepancies());
        this.parts = WorkerParts.of(
                store,
                world.plan().hasRules() ? Optional.of(new WorkerParts.Shared(store, questions)) : Optional.empty(),
                config,
                this::launch,
                instruments);
        this.intake = world.intake(this);
        loops.put(LoopName.WRITER, new LoopState(this::write));
        loops.put(LoopName.CLAIMER, new LoopState(parts.claimer()::round));
        loops.put(LoopName.PATROL, new LoopState(parts.patrol()::round));
        loops.put(LoopName.COMPLETER, new LoopState(parts.desk().completer()::round));
        loops.put(LoopName.KEEPER, new LoopState(parts.keeper()::round));
        if (world.plan().hasRules()) {
            loops.put(LoopName.LANES, new LoopState(this::lookAtLanes));
            loops.put(LoopName.PROBE, new LoopState(parts.probe().orElseThrow()::round));
        }
        parts.desk().completer().wakes(() -> wake(LoopName.COMPLETER), () -> wake(LoopName.CLAIMER));
    }

    HandOver handOver() {
        return new HandOver() {
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
                world.sometimes("handed-over");
                parts.leasing().takeIn(tasks, nanos() - heldFor.toNanos(), true);
            }
        };
    }

    private Pause lookAtLanes() {
        if (!world.looksAtLanes()) {
            return lookOnly();
        }
        Pause pause = parts.lanes().orElseThrow().round();
        knownPaused = store.lastRead();
        return pause;
    }

    private Pause lookOnly() {
        try {
            store.lanes();
            knownPaused = store.lastRead();
        } catch (StoreException _) {
            timeline.trace("lanes-not-read", number, incarnation);
        }
        return Pause.upTo(Duration.ofMillis(500));
    }

    private LoopState state(LoopName name) {
        return Objects.requireNonNull(loops.get(name));
    }

    private Pause write() {
        long wait = intake.step();
        return Pause.upTo(wait == Long.MAX_VALUE ? Duration.ofDays(1) : Duration.ofNanos(wait));
    }

    /** A callback reaches this node. */
    void receive(String route, PaymentEvent event, Consumer<Optional<TaskId>> answer) {
        intake.deliver(route, event, SampleTasks.REQUEST, answer);
        wake(LoopName.WRITER);
    }

    void start() {
        loops.keySet().forEach(loop -> schedule(loop, Duration.ZERO));
    }

    boolean isUp() {
        return !isDead && !isDraining;
    }

    /** Takes no more work, waits a little, gives up what still runs, and is gone once everything is written. */
    void drain(long waitNanos) {
        timeline.trace("drain", number, incarnation);
        isDraining = true;
        parts.stopTaking();
        state(LoopName.CLAIMER).ticket++;
        state(LoopName.PATROL).ticket++;
        later(waitNanos, () -> {
            parts.giveUpRunning();
            leaveWhenSettled(0);
        });
    }

    private void leaveWhenSettled(int looked) {
        if (parts.desk().holdings().unsettled() == 0 || looked == 30) {
            die();
        } else {
            later(Duration.ofMillis(100).toNanos(), () -> leaveWhenSettled(looked + 1));
        }
    }

    long nanos() {
        return timeline.now() - stalledNanos;
    }

    boolean isPaused() {
        return timeline.now() < pausedUntil;
    }

    void die() {
        timeline.trace("die", number, incarnation);
        isDead = true;
    }

    /** @param isClockStopped true: the machine was suspended, so the process cannot tell that time has passed */
    void pause(long nanos, boolean isClockStopped) {
        timeline.trace(isClockStopped ? "stall" : "pause", number, nanos);
        if (!isPaused()) {
            pausedUntil = timeline.now() + nanos;
            stalledNanos += isClockStopped ? nanos : 0;
        }
    }

    /** Stands between the node's threads and everything that takes time: none of them goes on while it is paused or dead. */
    void goOn() {
        while (!isDead && isPaused()) {
            timeline.pass(pausedUntil - timeline.now());
        }
        if (isDead) {
            throw new Dead();
        }
    }

    /** Runs something of this node later, if it still lives, and not while it is paused. */
    void later(long nanos, Runnable action) {
        timeline.after(nanos, () -> {
            if (isDead) {
                return;
            }
            if (isPaused()) {
                later(pausedUntil - timeline.now(), action);
                return;
            }
            try {
                action.run();
            } catch (Dead _) {
                timeline.trace("unwound", number, incarnation);
            }
        });
    }

    private void schedule(LoopName name, Duration pause) {
        LoopState loop = state(name);
        long ticket = ++loop.ticket;
        loop.isResting = true;
        later(pause.toNanos(), () -> {
            if (ticket == loop.ticket) {
                round(name, loop);
            }
        });
    }

    private void round(LoopName name, LoopState loop) {
        loop.isResting = false;
        loop.isWoken = false;
        Pause pause = loop.round.get();
        loop.isWakeable = pause.isWakeable();
        boolean isDueNow = loop.isWoken && pause.isWakeable();
        schedule(name, isDueNow ? Duration.ZERO : pause.length());
    }

    private void wake(LoopName name) {
        LoopState loop = state(name);
        loop.isWoken = true;
        if (loop.isResting && loop.isWakeable) {
            schedule(name, Duration.ZERO);
        }
    }

    private SimBreaker breaker(String route) {
        return breakers.computeIfAbsent(route, _ -> new SimBreaker());
    }

    /** What is thrown in a launch is caught by the runner, which gives the task back: it is thrown by the time line instead. */
    private void demand(boolean holds, String what, Object... values) {
        if (!holds) {
            timeline.after(0, () -> world.require(false, what, values));
        }
    }

    private void launch(Holding holding, Runner runner) {
        String route = holding.route().name();
        demand(
                holding.runsAlone() || !knownPaused.contains(route),
                "lane: {} begins though node {} knows that its lane is paused",
                holding.lease(),
                number);
        demand(
                holding.runsAlone() || !holding.room.gate.isShut(),
                "breaker: {} begins though the breaker of its route is open",
                holding.lease());
        demand(
                !world.plan().hasRules()
                        || holding.runsAlone()
                        || breaker(route).mayBegin(nanos()),
                "breaker: {} begins though the first calls of node {} have all failed just now",
                holding.lease(),
                number);
        later(0, () -> {
            var call = new SimCall(holding, runner, breaker(route), this::nanos);
            if (runner.begins(holding, () -> later(0, call::interrupted))) {
                receiver.call(this, holding, call);
            }
        });
    }
}
