package tallygate.gateway.process;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.slf4j.helpers.MessageFormatter;
import tallygate.gateway.ingest.SimIntake;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

/** One history: nodes, store, provider and receiver on one time line, first with faults, then without. */
final class SimWorld {
    private static final Actor ANNA = new Actor("anna", "cli");
    private static final Instant EPOCH = Instant.parse("2026-11-30T00:00:00Z");
    private static final Duration QUIET_MAX = Duration.ofMinutes(4);
    private static final Duration FAULT_TICK = Duration.ofMillis(200);

    private static final Duration RETENTION = Duration.ofSeconds(1);
    /** An invariant does not hold. */
    static final class Violation extends AssertionError {
        private static final long serialVersionUID = 1L;

        Violation(String what) {
            super(what);
        }
    }

    private final SimPlan plan;
    private final SplittableRandom dice;
    private final Timeline timeline;
    private final InMemoryStore store;
    private final SimChecker checker;
    private final SimReceiver receiver;
    private final SimProvider provider;
    private final SimShared shared;
    private final MemoryDiscrepancies discrepancies = new MemoryDiscrepancies();
    private final List<SimNode> nodes = new ArrayList<>();
    private final long chaosEndNanos;
    private long incarnations;
    private long storeAwayUntil;
    private boolean isDigestCompared = true;
    private final Set<SimGuard> removed = EnumSet.noneOf(SimGuard.class);

    /** What all histories of one run share, since it is dear to build: meters, and how often something was met. */
    record SimShared(ProcessMetrics metrics, SimIntake.Shared intake, Map<String, Integer> met) {
        static SimShared fresh() {
            var registry = new SimpleMeterRegistry();
            return new SimShared(ProcessMetrics.in(registry), new SimIntake.Shared(registry), new TreeMap<>());
        }
    }

    SimWorld(long seed, SimShared shared) {
        this.plan = SimPlan.draw(seed);
        this.shared = shared;
        var root = new SplittableRandom(seed ^ 0x5EED);
        this.timeline = new Timeline(root.split());
        this.dice = root.split();
        this.store = new InMemoryStore(this::databaseTime);
        this.checker = new SimChecker(this, store);
        this.receiver = new SimReceiver(this, root.split());
        this.provider = new SimProvider(this, root.split());
        this.chaosEndNanos = plan.chaos().toNanos();
    }

    /** Takes away what keeps completions from harm: the history must then be found to be broken, or the checks are blind. */
    SimWorld without(InMemoryStore.Guard guard) {
        store.without(guard);
        return this;
    }

    SimWorld without(SimGuard guard) {
        removed.add(guard);
        return this;
    }

    SimWorld withoutDigest() {
        isDigestCompared = false;
        return this;
    }

    /** @return the hash of all that happened */
    long run() {
        double doneBefore = doneCounted();
        for (int number = 0; number < plan.nodes(); number++) {
            startNode(number);
        }
        provider.begin(plan.events());
        timeline.after(FAULT_TICK.toNanos(), this::faults);
        timeline.after(chaosEndNanos + Duration.ofSeconds(8).toNanos(), this::watchLateness);
        while (isChaos() || !provider.isSatisfied() || !checker.isAllFinished() || store.isAsking()) {
            require(timeline.now() < chaosEndNanos + QUIET_MAX.toNanos(), "I7: not finished in time: {}", store.rows());
            require(timeline.step(), "I7: nothing happens any more: {}", store.rows());
        }
        finalChecks(doneBefore);
        return timeline.hash();
    }

    private void finalChecks(double doneBefore) {
        checker.everyAcknowledgedNoticeIsKept(provider.acknowledged());
        for (TaskRow row : store.rows()) {
            if (row.status() == TaskStatus.SUCCESS && row.effectOf().isEmpty()) {
                require(
                        receiver.hasApplied(row.effectKey()) || isDiscrepancy(row),
                        "I3: success without its effect: {}",
                        row);
            }
        }
        long succeeded = store.rows().stream()
                .filter(row ->
                        row.status() == TaskStatus.SUCCESS && row.effectOf().isEmpty())
                .count();
        double counted = doneCounted() - doneBefore;
        succeeded += store.auditLog(Long.MAX_VALUE, 1_000).stream()
                .filter(row -> row.action().equals("task-reopen"))
                .count();
        require(counted <= succeeded, "I9: {} successes counted, {} stored", counted, succeeded);
        boolean isCertain = !plan.faults().containsKey(SimPlan.Fault.STORE_UNKNOWN)
                && !plan.faults().containsKey(SimPlan.Fault.CRASH)
                && !plan.faults().containsKey(SimPlan.Fault.DRAIN)
                && !plan.behaviours().containsKey(SimPlan.Behaviour.KILLS);
        require(!isCertain || counted == succeeded, "I9: {} successes counted, {} stored", counted, succeeded);
        require(shared.metrics().illegalMoves().count() == 0, "I4: an illegal move was asked for");
    }

    private boolean isDiscrepancy(TaskRow row) {
        return discrepancies.opened().stream()
                .anyMatch(finding -> finding.reference().equals(row.id().toString()));
    }

    private double doneCounted() {
        return List.of("a", "b").stream()
                .map(route -> shared.metrics().of(route).results().get(ProcessMetrics.Result.DONE))
                .mapToDouble(counter -> counter == null ? 0 : counter.count())
                .sum();
    }

    private void faults() {
        if (plan.hasRules()) {
            checker.emptied(RETENTION);
        }
        if (!isChaos()) {
            store.resume("a", ANNA, "counted");
            store.resume("b", ANNA, "counted");
            return;
        }
        for (SimNode node : List.copyOf(nodes)) {
            if (node.isUp() && !isSteady(node)) {
                faultsOf(node);
            }
        }
        if (plan.strikes(SimPlan.Fault.STORE_OUTAGE, dice)) {
            storeAwayUntil =
                    timeline.now() + Duration.ofMillis(dice.nextInt(3000)).toNanos();
        }
        if (plan.hasRules() && dice.nextInt(40) == 0) {
            store.pause(dice.nextBoolean() ? "a" : "b", ANNA, "stock-taking");
            sometimes("lane-paused");
        }
        timeline.after(FAULT_TICK.toNanos(), this::faults);
    }

    private void faultsOf(SimNode node) {
        if (plan.strikes(SimPlan.Fault.CRASH, dice)) {
            crash(node);
        } else if (plan.strikes(SimPlan.Fault.DRAIN, dice)) {
            node.drain(Duration.ofMillis(dice.nextInt(500)).toNanos());
            startNode(node.number);
        } else if (plan.strikes(SimPlan.Fault.PAUSE, dice)) {
            node.pause(pauseLength(), false);
        } else if (plan.strikes(SimPlan.Fault.STALL, dice)) {
            node.pause(pauseLength(), true);
        }
    }

    /** Up to three leases, but never beyond the chaos. */
    private long pauseLength() {
        long length = dice.nextLong(3 * plan.lease().toNanos());
        return Math.min(length, Math.max(1, chaosEndNanos - timeline.now()));
    }

    void crash(SimNode node) {
        if (node.isUp()) {
            node.die();
            timeline.after(Duration.ofMillis(50 + dice.nextInt(950)).toNanos(), () -> startNode(node.number));
        }
    }

    private void startNode(int number) {
        nodes.removeIf(node -> node.number == number);
        var node = new SimNode(number, ++incarnations, this);
        nodes.add(node);
        timeline.trace("start", number, node.incarnation);
        node.start();
    }

    private void watchLateness() {
        checker.nothingWaitsTooLong(Duration.ofSeconds(8), Duration.ofSeconds(8));
        timeline.after(Duration.ofMillis(500).toNanos(), this::watchLateness);
    }

    SimIntake intake(SimNode node) {
        boolean isClash = plan.faults().containsKey(SimPlan.Fault.ID_CLASH);
        // With a clock that shows whole seconds, nodes of one number make the same ids all the time.
        InstantSource clock = isClash ? () -> databaseTime().truncatedTo(ChronoUnit.SECONDS) : this::databaseTime;
        return new SimIntake(
                new SimIntake.Outside(
                        node.store,
                        node.handOver(),
                        new TaskIds(isClash ? 0 : node.number, 0, clock),
                        node.incarnation,
                        plan.lease(),
                        this::databaseTime,
                        node::nanos,
                        dice),
                shared.intake(),
                isDigestCompared);
    }

    MemoryDiscrepancies discrepancies() {
        return discrepancies;
    }

    List<WorkRoute> routesOf(int number) {
        return SimRules.routes(plan, number, !removed.contains(SimGuard.BREAKER), receiver);
    }

    void require(boolean holds, String what, Object... values) {
        if (!holds) {
            throw new Violation(MessageFormatter.arrayFormat(what, values).getMessage());
        }
    }

    void sometimes(String what) {
        shared.met().merge(what, 1, Integer::sum);
    }

    Instant databaseTime() {
        return EPOCH.plusNanos(timeline.now());
    }

    boolean looksAtLanes() {
        return !removed.contains(SimGuard.LANES);
    }

    boolean isChaos() {
        return timeline.now() < chaosEndNanos;
    }

    boolean isStoreAway() {
        return timeline.now() < storeAwayUntil;
    }

    boolean isSteady(SimNode node) {
        return plan.isNodeZeroSteady() && node.number == 0;
    }

    SimNode anyNode() {
        return nodes.get(dice.nextInt(nodes.size()));
    }

    SimPlan plan() {
        return plan;
    }

    Timeline timeline() {
        return timeline;
    }

    SplittableRandom dice() {
        return dice;
    }

    InMemoryStore store() {
        return store;
    }

    SimChecker checker() {
        return checker;
    }

    SimReceiver receiver() {
        return receiver;
    }

    ProcessMetrics metrics() {
        return shared.metrics();
    }
}
