package tallygate.gateway.task;

import java.time.Duration;
import java.util.List;

/** Where verified events are made durable. Every method is one transaction and returns only after COMMIT returned. */
public interface IntakeStore {
    /**
     * Inserts what is new and tells what is not. Idempotent on the ids: the same call again after an unknown commit gives the
     * same answer, with {@link Insertion.Fresh} for a row that the first call did store.
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
}
