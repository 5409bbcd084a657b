package tallygate.gateway.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where tasks are leased and completed. Every method is one transaction; due times and leases are judged by the database's clock. */
public interface WorkStore {
    /** Which of the two equal-status scans. */
    enum Scan {
        /** Pending and due. */
        DUE,
        /** Processing with an ended lease: the node that had it died or was paused. */
        EXPIRED
    }

    /**
     * Leases tasks: status 1, epoch + 1, attempts + 1, owner, end of lease; an ended lease also counts a crash. The limit is
     * shared out among the routes that have something, oldest due first within a route.
     *
     * @param routes only tasks of these routes; a node leaves alone what it does not know
     * @param limit at most this many, 1..500
     * @param whole true: without the low-water mark, so that nothing can be missed
     */
    List<LeasedTask> claim(Scan scan, Set<String> routes, int limit, long owner, Duration lease, boolean whole);

    /**
     * As {@link #claim} of due tasks, for one route that keeps the order of its business keys: only the oldest unfinished task
     * of a key is leased. A younger one that is due is parked without a start (wait reason order) and comes back when
     * {@link #wakeNext} says so, or after a while by itself. Tasks without a business key have no order.
     */
    List<LeasedTask> claimInOrder(
            String route, Ordering ordering, int limit, long owner, Duration lease, boolean whole);

    /** A task of the key has ended: the next one that waits for its turn is due now. */
    void wakeNext(String route, String bizId);

    /**
     * Writes the outcomes of tries, many in one transaction. Idempotent: a move that this very lease has already made (its
     * commit had an unknown end) counts as made.
     *
     * @param moves at most 256, each lease once
     * @return the leases that were lost before: nothing was written for them, the new holder's result stands
     */
    Set<Lease> apply(List<Move> moves);

    /**
     * Pushes the end of the given leases to now + lease.
     *
     * @param leases at most 256
     * @return the leases that were lost
     */
    Set<Lease> renew(List<Lease> leases, Duration lease);

    /** What came of leasing a task out of turn. */
    sealed interface TakenOver {
        record Leased(LeasedTask task) implements TakenOver {}

        /** Its route is none of those asked for: it was left alone, whoever runs it goes on. */
        record OtherRoute(String route) implements TakenOver {}

        /** There is no such task, or it has ended. */
        record Ended() implements TakenOver {}

        /** The hand-out that the result answers is over, and the result does not hold for the one that followed. */
        record Superseded() implements TakenOver {}
    }

    /**
     * The hand-out that a result answers.
     *
     * @param epoch of its lease
     * @param isDone a success of an earlier hand-out still holds, unless somebody has opened the task again; nothing else does
     */
    record Answered(int epoch, boolean isDone) {}

    /**
     * Leases one task out of turn, due or not, because its result is known: whoever runs it is fenced off. No start is counted.
     *
     * @param routes only a task of these routes; a node leaves alone what it does not know
     * @param answered empty when the result is of whoever may end any task
     */
    TakenOver takeOver(TaskId id, Set<String> routes, Optional<Answered> answered, long owner, Duration lease);
}
