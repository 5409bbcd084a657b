package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import tallygate.gateway.task.CopyStore;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.trace.Spans;
import tallygate.signature.RawRequest;

/** One node of a history: the production intake behind the socket, stepped by hand; what it had is gone when it crashes. */
final class SimNode implements HandOver {
    /** A task in this node's hands, and until when by its own clock. */
    record Held(LeasedTask task, long until) {}

    static final IngestLimits LIMITS = IngestLimits.standard();

    final List<Held> held = new ArrayList<>();
    final List<WriterCore> cores;
    final ReceptionParts parts;
    final long owner;
    private final SimShared shared;
    private final TestClock clock;
    private final SplittableRandom dice;
    private Optional<NodeIdentity> identity;
    private final Optional<NodeIdentity> ownIdentity;
    private final int roomAtStart;
    private int room;

    /** What is made once for all histories. */
    record SimShared(IngestMetrics metrics, Desk desk, RejectedStore rejected) {}

    SimNode(
            SimShared shared,
            SimDatabase database,
            SplittableRandom dice,
            Optional<SimGuard> without,
            NodeIdentity as) {
        this.shared = shared;
        this.clock = database.clock;
        this.dice = dice;
        owner = as.owner();
        ownIdentity = Optional.of(as);
        identity = ownIdentity;
        roomAtStart = dice.nextInt(6);
        room = roomAtStart;
        DedupCache cache = SimMutants.cache(without);
        cores = cores(database, cache, without);
        parts = new ReceptionParts(
                new Writers(IntStream.range(0, cores.size())
                        .mapToObj(i -> new Writer(cores.get(i), "sim-" + i))
                        .toList()),
                cache,
                new Hints(() -> identity, clock),
                new Refusals(shared.rejected, RefusalLimits.standard(), shared.metrics, clock),
                new RefusalRates(RefusalLimits.Rates.standard(), clock),
                new EndpointWatches(RefusalLimits.standard().alarm(), new KeptAlerts(), shared.metrics.registry()),
                shared.metrics,
                LIMITS,
                clock,
                new AtomicReference<>(CertificateRequests.NOBODY),
                Spans.NONE,
                uncounted(shared.metrics));
    }

    /** Copies are counted beside the flow, by a thread that a simulation does not have. */
    static Copies uncounted(IngestMetrics metrics) {
        return new Copies(CopyStore.NONE, metrics.copiesDropped(), () -> 0);
    }

    private List<WriterCore> cores(SimDatabase database, DedupCache cache, Optional<SimGuard> without) {
        StoreBreaker breaker = new StoreBreaker(LIMITS.answerWithin());
        return IntStream.range(0, 1 + dice.nextInt(2))
                .mapToObj(_ -> new WriterCore(
                        new WriterParts(
                                SimMutants.store(without, database, cache),
                                this,
                                cache,
                                breaker,
                                () -> identity,
                                shared.metrics,
                                clock,
                                clock,
                                dice,
                                uncounted(shared.metrics)),
                        LIMITS))
                .toList();
    }

    void receive(RawRequest request, SimSender.Attempt attempt) {
        Reception.Arrival now = new Reception.Arrival(clock.instant(), clock.getAsLong());
        new Reception(parts, shared.desk, request, attempt, now).judge();
    }

    /** Steps one writer once. @return how long it would wait */
    long step() {
        return cores.get(dice.nextInt(cores.size())).step();
    }

    void losesNumber(boolean isLost) {
        identity = isLost ? Optional.empty() : ownIdentity;
    }

    void databaseChanged() {
        parts.cache().forget();
        parts.hints().forget();
    }

    /** Takes out a task that may still be run. */
    Optional<Held> next() {
        for (Iterator<Held> all = held.iterator(); all.hasNext(); ) {
            Held one = all.next();
            all.remove();
            room++;
            if (one.until - clock.getAsLong() > 0) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /** Their rows are gone. */
    void dropTasks() {
        room += held.size();
        held.clear();
    }

    int roomAtStart() {
        return roomAtStart;
    }

    int room() {
        return room;
    }

    @Override
    public boolean reserve(String route) {
        if (room == 0) {
            return false;
        }
        room--;
        return true;
    }

    @Override
    public void release(String route) {
        room++;
    }

    @Override
    public void give(List<LeasedTask> tasks, Duration heldFor) {
        long until = clock.getAsLong() - heldFor.toNanos() + LIMITS.lease().toNanos();
        tasks.forEach(t -> held.add(new Held(t, until)));
    }
}
