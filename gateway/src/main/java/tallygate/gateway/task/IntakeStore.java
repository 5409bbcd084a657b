package tallygate.gateway.task;

import java.time.Duration;
import java.util.List;

/**
 * Where verified events are made durable. Every method returns only after COMMIT returned for all that it tells of. An
 * instance belongs to one writer and runs one call at a time.
 */
public interface IntakeStore {
    /**
     * How many of so many rows are best inserted by one call: one statement, one round trip. Others take several, which is
     * right and slower.
     *
     * @param rows from 1
     * @return 1 to rows
     */
    default int atOnce(int rows) {
        return rows;
    }

    /**
     * Inserts what is new and tells what is not. Idempotent on the ids: the same call again after an unknown commit gives the
     * same answer, with {@link Insertion.Fresh} for a row that the first call did store and that is as it was stored, and
     * {@link Insertion.Earlier} for one that has gone on since.
     *
     * @param batch at most 256 tasks with keys of their own, sorted by {@link NewTask#key()}; sorting keeps writers free of
     *     deadlocks
     * @param owner this node's incarnation, written to leased rows
     * @param lease how long leased rows are ours, by the database's clock
     * @return one answer a task, in the order of the batch
     * @throws StoreException see its kinds; REFUSED means one of the rows, find it by halving the batch
     */
    List<Insertion> insert(List<NewTask> batch, long owner, Duration lease);

    /**
     * Keeps a row that {@link #insert} refuses, in a shape that the database takes, so that it can be acknowledged.
     *
     * @throws StoreException as above
     */
    Insertion quarantine(NewTask task, String why);

    /**
     * Puts rows that were inserted leased, and that nobody will run, back to pending: after an insert with an unknown end was
     * answered "try again". A commit can still be under way, so ask again for what was not there.
     *
     * @param ids only tasks that were sent with {@link NewTask.Start.Leased}, at most 256
     * @param owner the incarnation they were inserted with
     * @return what is committed (released now, or moved on before), in the order of the ids: {@link Insertion.Earlier} or
     *     {@link Insertion.EffectTaken}; the others are not there, or not yet
     * @throws StoreException as above
     */
    List<Insertion> release(List<TaskId> ids, long owner);

    /**
     * Which of these are committed, for rows that were inserted without a lease. Changes nothing.
     *
     * @param ids at most 256
     * @return as {@link #release}
     * @throws StoreException as above
     */
    List<Insertion> find(List<TaskId> ids);
}
