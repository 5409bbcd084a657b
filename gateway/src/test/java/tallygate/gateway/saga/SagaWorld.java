package tallygate.gateway.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.slf4j.helpers.MessageFormatter;

/** One history of sagas on one time line: nodes, store, participants and the wires between them, first with faults, then without. */
final class SagaWorld {
    static final Duration LEASE = Duration.ofSeconds(2);
    private static final long QUIET_MAX = Duration.ofMinutes(3).toNanos();

    /** An invariant does not hold. */
    static final class Violation extends AssertionError {
        private static final long serialVersionUID = 1L;

        Violation(String what) {
            super(what);
        }
    }

    private record Event(long at, int tie, long sequence, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            int byTie = byTime != 0 ? byTime : Integer.compare(tie, other.tie);
            return byTie != 0 ? byTie : Long.compare(sequence, other.sequence);
        }
    }

    private final SagaPlan plan;
    private final SplittableRandom dice;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<SimSagaNode> nodes = new ArrayList<>();
    private final Map<String, Integer> met;
    private final MemorySagas store;
    private final SimParticipants participants;
    private final Map<String, Integer> lastUndoneStage = new HashMap<>();
    private final Map<String, StepStatus> settled = new HashMap<>();
    private final Set<SagaId> known = new HashSet<>();
    private long now;
    private long seenChanges;
    private boolean isSettled;
    private long sequence;
    private long incarnations;
    private long hash = 0xcbf29ce484222325L;

    SagaWorld(long seed, Map<String, Integer> met) {
        this.plan = SagaPlan.draw(seed);
        this.met = met;
        this.dice = new SplittableRandom(seed ^ 0x5A6A);
        this.store = new MemorySagas(() -> now, _ -> true);
        this.participants = new SimParticipants(this, dice.split());
    }

    static SagaWorld of(long seed) {
        return new SagaWorld(seed, new TreeMap<>());
    }

    SagaWorld without(MemorySagas.Guard guard) {
        store.without(guard);
        return this;
    }

    SagaWorld without(SimParticipants.Guard guard) {
        participants.without(guard);
        return this;
    }

    /** @return the hash of all that happened */
    long run() {
        for (int number = 0; number < plan.nodes(); number++) {
            nodes.add(new SimSagaNode(this, number, ++incarnations));
        }
        nodes.forEach(SimSagaNode::begin);
        for (int i = 0; i < plan.sagas(); i++) {
            int number = i;
            after(dice.nextLong(plan.chaosNanos()), () -> start(number));
        }
        after(Duration.ofMillis(100).toNanos(), this::faults);
        while (isChaos() || !isAllEnded()) {
            require(now < plan.chaosNanos() + QUIET_MAX, "I5: not ended in time: {}", store);
            step();
        }
        isSettled = true;
        // What is still on the wires arrives in the end: a late forward must find its step barred.
        long end = now + Duration.ofSeconds(60).toNanos();
        while (!events.isEmpty() && events.peek().at() < end) {
            step();
        }
        store.all().forEach(saga -> new SagaBooks(this, saga).balance());
        return hash;
    }

    /** The caller does not know whether it worked and starts again. */
    private void start(int number) {
        String identity = "effect:" + number;
        String bizId = plan.locks() ? "order" : "";
        NewSaga saga = Sagas.saga(identity, plan.definition(), bizId);
        NewSaga unheld = new NewSaga(saga.id(), saga.kind(), bizId, saga.lock(), saga.payload(), Optional.empty());
        boolean isNew = store.start(unheld, Optional.empty()) instanceof Started.Fresh;
        require(!isNew || known.add(saga.id()), "a retried start made a second saga {}", saga.id());
        if (plan.strikes(SagaPlan.Fault.LOST, dice) && isChaos()) {
            after(dice.nextLong(Duration.ofSeconds(1).toNanos()), () -> start(number));
        }
    }

    /** Looked at again only when something was written. */
    private boolean isAllEnded() {
        if (seenChanges == store.changes()) {
            return false;
        }
        seenChanges = store.changes();
        twoOfOneOrderNeverRunTogether();
        whatIsSettledStaysSo();
        return store.all().size() >= plan.sagas()
                && store.all().stream().allMatch(saga -> saga.status().isEnded() || isSetAside(saga));
    }

    /** Held, or waiting for a saga of its order that waits for a person. */
    private boolean isSetAside(Snapshot saga) {
        return store.isHeld(saga.id())
                || (plan.locks()
                        && saga.status() == SagaStatus.CREATED
                        && store.all().stream()
                                .anyMatch(other -> other.bizId().equals(saga.bizId())
                                        && !other.id().equals(saga.id())
                                        && (store.isHeld(other.id())
                                                || other.status() == SagaStatus.COMPENSATION_FAILED)));
    }

    private void twoOfOneOrderNeverRunTogether() {
        if (plan.locks()) {
            Set<String> busy = new HashSet<>();
            for (Snapshot saga : store.all()) {
                boolean isBusy = saga.status() == SagaStatus.RUNNING || saga.status() == SagaStatus.COMPENSATING;
                require(!isBusy || busy.add(saga.bizId()), "two sagas of {} run together", saga.bizId());
            }
        }
    }

    private void whatIsSettledStaysSo() {
        require(store.illegalMoves() == 0, "I4: a saga made a move that there is not");
        for (Snapshot saga : store.all()) {
            for (Entry entry : saga.entries().values()) {
                StepStatus before = settled.get(entry.requestId());
                require(
                        before == null || before == entry.status(),
                        "{} went from {} to {}",
                        entry.requestId(),
                        before,
                        entry);
                if (entry.status().isSettled()) {
                    settled.put(entry.requestId(), entry.status());
                }
            }
        }
    }

    private void faults() {
        if (!isChaos()) {
            return;
        }
        for (SimSagaNode node : List.copyOf(nodes)) {
            if (plan.strikes(SagaPlan.Fault.CRASH, dice)) {
                crash(node);
            } else if (plan.strikes(SagaPlan.Fault.PAUSE, dice)) {
                sometimes("paused");
                node.pause(dice.nextLong(5 * LEASE.toNanos()), dice.nextInt(3) == 0);
            }
        }
        after(Duration.ofMillis(100).toNanos(), this::faults);
    }

    void crash(SimSagaNode node) {
        sometimes("crash");
        node.die();
        nodes.remove(node);
        after(dice.nextLong(Duration.ofSeconds(1).toNanos()), () -> {
            var next = new SimSagaNode(this, node.number(), ++incarnations);
            nodes.add(next);
            next.begin();
        });
    }

    private void step() {
        Event next = events.poll();
        require(next != null, "nothing happens any more: {}", store);
        if (next != null) {
            now = Math.max(now, next.at());
            next.action().run();
        }
    }

    /** The first compensations of a saga go out from the last stage to the first. */
    void undoes(SagaId saga, int stage) {
        Integer last =
                lastUndoneStage.put(saga.value(), Math.min(stage, lastUndoneStage.getOrDefault(saga.value(), stage)));
        require(last == null || stage <= last, "stage {} of {} undone after stage {}", stage, saga, last);
    }

    void after(long nanos, Runnable action) {
        events.add(new Event(now + Math.max(0, nanos), dice.nextInt(), sequence++, action));
    }

    void require(boolean holds, String what, Object... values) {
        if (!holds) {
            throw new Violation(MessageFormatter.arrayFormat(what, values).getMessage());
        }
    }

    void trace(String what, long a, long b) {
        for (long value : new long[] {what.hashCode(), now, a, b}) {
            hash = (hash ^ value) * 0x100000001b3L;
            hash ^= hash >>> 29;
        }
    }

    void sometimes(String what) {
        met.merge(what, 1, Integer::sum);
    }

    boolean isChaos() {
        return now < plan.chaosNanos();
    }

    /** All has ended; only what is on the wires still arrives. */
    boolean isSettled() {
        return isSettled;
    }

    boolean strikes(SagaPlan.Fault fault) {
        return isChaos() && plan.strikes(fault, dice);
    }

    long now() {
        return now;
    }

    SagaPlan plan() {
        return plan;
    }

    SplittableRandom dice() {
        return dice;
    }

    MemorySagas store() {
        return store;
    }

    SimParticipants participants() {
        return participants;
    }
}
