package tallygate.gateway.ingest;

import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.TaskId;

/** Proof that an event's row is committed. Only what a committed store call returned makes one; nothing else can. */
final class Receipt {
    private final TaskId task;
    private final boolean isNew;

    private Receipt(TaskId task, boolean isNew) {
        this.task = task;
        this.isNew = isNew;
    }

    static Receipt of(Insertion committed) {
        return new Receipt(
                committed.task(), committed instanceof Insertion.Fresh || committed instanceof Insertion.Earlier);
    }

    /** From the cache, where only receipts go in. */
    static Receipt of(DedupCache.Remembered remembered) {
        return new Receipt(new TaskId(remembered.task()), false);
    }

    /** This delivery stored it; an earlier one did otherwise. */
    boolean isNew() {
        return isNew;
    }

    TaskId task() {
        return task;
    }
}
