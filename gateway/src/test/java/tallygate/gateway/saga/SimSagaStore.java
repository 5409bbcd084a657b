package tallygate.gateway.saga;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.saga.Reply;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.StoreException;

/** The store as one node reaches it: sometimes not at all, sometimes without learning what became of a commit. */
final class SimSagaStore implements SagaStore {
    private final SagaWorld world;
    private final SimSagaNode node;

    SimSagaStore(SagaWorld world, SimSagaNode node) {
        this.world = world;
        this.node = node;
    }

    /** Throws when the store is away now. */
    void fail() {
        if (world.strikes(SagaPlan.Fault.STORE_UNAVAILABLE)) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "away");
        }
    }

    @Override
    public Started start(NewSaga saga, Optional<Lease> task) {
        return world.store().start(saga, task);
    }

    @Override
    public List<Snapshot> claim(Set<NewSaga.Kind> known, int limit, long owner, Duration lease) {
        fail();
        List<Snapshot> claimed = world.store().claim(known, limit, owner, lease);
        if (world.strikes(SagaPlan.Fault.STORE_UNKNOWN)) {
            throw new StoreException(StoreException.Kind.UNKNOWN, "lost while claiming");
        }
        return claimed;
    }

    @Override
    public Applied apply(Transition transition) {
        fail();
        if (world.strikes(SagaPlan.Fault.STORE_UNKNOWN)) {
            if (world.dice().nextBoolean()) {
                world.store().apply(transition);
                world.sometimes("unknown-commit-made");
            }
            throw new StoreException(StoreException.Kind.UNKNOWN, "lost at commit");
        }
        Applied applied = world.store().apply(transition);
        world.sometimes("applied-" + applied);
        world.sometimes("to-" + transition.to());
        if (world.strikes(SagaPlan.Fault.CRASH)) {
            world.crash(node);
        }
        return applied;
    }

    @Override
    public Optional<Snapshot> reread(SagaLease lease) {
        fail();
        world.sometimes("reread");
        return world.store().reread(lease);
    }

    @Override
    public Delivered deliver(String requestId, int mark, Reply result) {
        fail();
        return world.store().deliver(requestId, mark, result);
    }
}
