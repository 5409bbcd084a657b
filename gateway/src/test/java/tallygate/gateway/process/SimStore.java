package tallygate.gateway.process;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.Ordering;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.WorkStore;

/** The store as one node sees it: slow at times, away at times, and with commits whose end is not told. */
final class SimStore implements WorkStore, IntakeStore, LaneStore {
    private final SimWorld world;
    private final SimNode node;
    private final InMemoryStore store;
    private final SplittableRandom dice;
    private Set<String> lastRead = Set.of();

    SimStore(SimWorld world, SimNode node) {
        this.world = world;
        this.node = node;
        this.store = world.store();
        this.dice = world.dice();
    }

    @Override
    public List<LeasedTask> claim(Scan scan, Set<String> routes, int limit, long owner, Duration lease, boolean whole) {
        return call(
                "claim",
                () -> world.checker()
                        .claimed(scan, false, () -> store.claim(scan, routes, limit, owner, lease, whole)));
    }

    @Override
    public List<LeasedTask> claimInOrder(
            String route, Ordering ordering, int limit, long owner, Duration lease, boolean whole) {
        return call(
                "claim-in-order",
                () -> world.checker()
                        .claimed(
                                Scan.DUE, true, () -> store.claimInOrder(route, ordering, limit, owner, lease, whole)));
    }

    @Override
    public void wakeNext(String route, String bizId) {
        call(
                "wake-next",
                () -> world.checker().woken(() -> {
                    store.wakeNext(route, bizId);
                    return List.of(bizId);
                }));
    }

    @Override
    public Set<Lease> apply(List<Move> moves) {
        return call("apply", () -> world.checker().applied(moves, () -> store.apply(moves)));
    }

    /** Lanes that were paused when this node looked last. */
    Set<String> lastRead() {
        return lastRead;
    }

    @Override
    public List<LaneRow> lanes() {
        List<LaneRow> read = call("lanes", store::lanes);
        lastRead = read.stream()
                .filter(lane -> lane.pause().isPresent())
                .map(LaneRow::route)
                .collect(Collectors.toUnmodifiableSet());
        return read;
    }

    @Override
    public boolean pause(String route, Actor actor, String why) {
        return store.pause(route, actor, why);
    }

    @Override
    public boolean pauseVersion(String route, String version, Actor actor, String why) {
        return store.pauseVersion(route, version, actor, why);
    }

    @Override
    public boolean resume(String route, Actor actor, String why) {
        return store.resume(route, actor, why);
    }

    @Override
    public boolean order(String route, boolean isOrdered, Actor actor, String why) {
        return store.order(route, isOrdered, actor, why);
    }

    @Override
    public Set<Lease> renew(List<Lease> leases, Duration lease) {
        return call("renew", () -> world.checker().renewed(leases, () -> store.renew(leases, lease)));
    }

    @Override
    public TakenOver takeOver(TaskId id, Set<String> routes, Optional<Answered> answered, long owner, Duration lease) {
        throw new UnsupportedOperationException("no history tells a result outside of its try");
    }

    @Override
    public List<Insertion> release(List<TaskId> ids, long owner) {
        return call("release", () -> world.checker().released(() -> store.release(ids, owner)));
    }

    @Override
    public List<Insertion> find(List<TaskId> ids) {
        return call("find", () -> store.find(ids));
    }

    @Override
    public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
        return call("insert", () -> world.checker().inserted(() -> store.insert(batch, owner, lease)));
    }

    @Override
    public Insertion quarantine(NewTask task, String why) {
        throw new IllegalStateException("nothing is refused in the simulation");
    }

    private <T extends Collection<?>> T call(String what, Supplier<T> effect) {
        node.goOn();
        boolean isSpared = !world.isChaos() || world.isSteady(node);
        if (!isSpared && world.isStoreAway()) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "the store is away");
        }
        travel(isSpared);
        if (isSpared) {
            return answered(what, effect);
        }
        if (strikes(SimPlan.Fault.STORE_TRANSIENT)) {
            throw new StoreException(StoreException.Kind.TRANSIENT, "deadlock");
        }
        if (strikes(SimPlan.Fault.STORE_UNAVAILABLE)) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "too many connections");
        }
        if (strikes(SimPlan.Fault.STORE_UNKNOWN)) {
            lose(what, effect);
        }
        T result = answered(what, effect);
        travel(false);
        node.goOn();
        return result;
    }

    private <T extends Collection<?>> T answered(String what, Supplier<T> effect) {
        node.goOn();
        T result = effect.get();
        world.timeline().trace(what, node.incarnation, result.size());
        return result;
    }

    private void lose(String what, Supplier<?> effect) {
        switch (dice.nextInt(3)) {
            case 0 -> world.timeline().trace(what + "-lost", node.incarnation, 0);
            case 1 -> {
                world.sometimes("unknown-commit-done");
                var _ = effect.get();
                world.timeline().trace(what + "-lost", node.incarnation, 1);
            }
            default ->
                world.timeline().after(Duration.ofMillis(dice.nextInt(2000)).toNanos(), () -> {
                    world.sometimes("unknown-commit-done-late");
                    var _ = effect.get();
                    world.timeline().trace(what + "-late", node.incarnation, 1);
                });
        }
        throw new StoreException(StoreException.Kind.UNKNOWN, "connection lost during commit");
    }

    private boolean strikes(SimPlan.Fault fault) {
        return world.plan().strikes(fault, dice);
    }

    private void travel(boolean isSpared) {
        long nanos = dice.nextInt(1_000_000);
        if (!isSpared && strikes(SimPlan.Fault.STORE_SLOW)) {
            nanos = Duration.ofMillis(dice.nextInt(1500)).toNanos();
        }
        world.timeline().pass(nanos);
        node.goOn();
    }
}
