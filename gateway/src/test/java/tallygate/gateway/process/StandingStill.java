package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.WorkStore;

/** A node's way to its store that stands still on demand, as it does while its process is stopped. */
final class StandingStill implements WorkStore {
    private final WorkStore store;
    private final ReentrantReadWriteLock road = new ReentrantReadWriteLock();

    StandingStill(WorkStore store) {
        this.store = store;
    }

    /** Returns once no call is on its way. To be ended by the same thread. */
    void standStill() {
        road.writeLock().lock();
    }

    void goOn() {
        if (road.writeLock().isHeldByCurrentThread()) {
            road.writeLock().unlock();
        }
    }

    @Override
    public List<LeasedTask> claim(Scan scan, Set<String> routes, int limit, long owner, Duration lease, boolean whole) {
        road.readLock().lock();
        try {
            return store.claim(scan, routes, limit, owner, lease, whole);
        } finally {
            road.readLock().unlock();
        }
    }

    @Override
    public Set<Lease> apply(List<Move> moves) {
        road.readLock().lock();
        try {
            return store.apply(moves);
        } finally {
            road.readLock().unlock();
        }
    }

    @Override
    public Set<Lease> renew(List<Lease> leases, Duration lease) {
        road.readLock().lock();
        try {
            return store.renew(leases, lease);
        } finally {
            road.readLock().unlock();
        }
    }
}
