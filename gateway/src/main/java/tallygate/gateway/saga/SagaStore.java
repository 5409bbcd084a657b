package tallygate.gateway.saga;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.saga.Reply;
import tallygate.gateway.task.Lease;

/** Where sagas stand. Every method is one transaction; due times and leases are judged by the database's clock. */
public interface SagaStore {
    /**
     * Stores a saga in state CREATED, or finds the one that was stored before.
     *
     * @param task ended (1 to 2) in the same transaction, when it is still held
     */
    Started start(NewSaga saga, Optional<Lease> task);

    /**
     * Leases sagas that are due, and those whose node died: epoch + 1, and a crash more for an ended lease. Oldest due first
     * within a kind.
     *
     * @param known only these; a node leaves alone what it does not know
     * @param limit at most this many, 1..200
     */
    List<Snapshot> claim(Set<NewSaga.Kind> known, int limit, long owner, Duration lease);

    /**
     * Writes all of it or nothing.
     *
     * @return what became of it; only after MADE may what it tells of be sent
     */
    Applied apply(Transition transition);

    /** The saga as it stands, when the lease still holds: after a transition of unknown end, or one that was stale. */
    Optional<Snapshot> reread(SagaLease lease);

    /**
     * Takes in a result that came by itself, for a request that is not settled: the saga is due at once. The same again
     * changes nothing. A refused compensation is tried again after its pause; a refusal that answers an older send than the
     * last one says nothing about that and is dropped.
     *
     * @param mark of the send that it answers; 0: not told
     * @param result done or failed
     */
    Delivered deliver(String requestId, int mark, Reply result);

    /** What a result by message met. */
    sealed interface Delivered {
        /**
         * It is written.
         *
         * @param seq the step's place
         * @param tries sends of the request so far
         * @param waited since the request was written last, by the database's clock: how long a first send took
         */
        record Taken(NewSaga.Kind kind, int seq, int tries, Duration waited) implements Delivered {}

        /** The request is settled already: a repeated message, or one that came too late. */
        record SettledBefore() implements Delivered {}

        /** No such request: not ours, or long gone. */
        record Unknown() implements Delivered {}
    }
}
