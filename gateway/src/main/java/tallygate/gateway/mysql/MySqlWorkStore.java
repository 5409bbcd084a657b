package tallygate.gateway.mysql;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.Ordering;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.WorkStore;

/** Leases and completes tasks; claiming and completing have a connection each, so neither waits for the other. */
final class MySqlWorkStore implements WorkStore {
    private static final int CLAIM_MAX = 500;

    private final Claimer claimer;
    private final Completer completer;
    private final TakeOver takeOver;

    MySqlWorkStore(Claimer claimer, Completer completer, TakeOver takeOver) {
        this.claimer = claimer;
        this.completer = completer;
        this.takeOver = takeOver;
    }

    @Override
    public List<LeasedTask> claim(Scan scan, Set<String> routes, int limit, long owner, Duration lease, boolean whole) {
        if (limit < 1 || limit > CLAIM_MAX) {
            throw new IllegalArgumentException("a claim takes 1..500 tasks, asked for " + limit);
        }
        return claimer.claim(routes, limit, whole, new Claimer.Round(scan, owner, lease, Optional.empty()));
    }

    @Override
    public List<LeasedTask> claimInOrder(
            String route, Ordering ordering, int limit, long owner, Duration lease, boolean whole) {
        if (limit < 1 || limit > CLAIM_MAX) {
            throw new IllegalArgumentException("a claim takes 1..500 tasks, asked for " + limit);
        }
        return claimer.claim(
                Set.of(route), limit, whole, new Claimer.Round(Scan.DUE, owner, lease, Optional.of(ordering)));
    }

    @Override
    public void wakeNext(String route, String bizId) {
        completer.wakeNext(route, bizId);
    }

    @Override
    public Set<Lease> apply(List<Move> moves) {
        return completer.apply(moves);
    }

    @Override
    public Set<Lease> renew(List<Lease> leases, Duration lease) {
        return completer.renew(leases, lease);
    }

    @Override
    public TakenOver takeOver(TaskId id, Set<String> routes, Optional<Answered> answered, long owner, Duration lease) {
        return takeOver.take(new TakeOver.Wanted(id, routes, answered), owner, lease);
    }
}
