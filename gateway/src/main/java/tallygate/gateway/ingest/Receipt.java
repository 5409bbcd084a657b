package tallygate.gateway.ingest;

import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.TaskId;

/** Proof that an event's row is committed. Only what a committed store call returned makes one; nothing else can. */
final class Receipt {
    private final TaskId task;

    private Receipt(TaskId task) {
        this.task = task;
    }

    static Receipt of(Insertion committed) {
        return new Receipt(committed.task());
    }

    /** From the cache, where only receipts go in. */
    static Receipt of(DedupCache.Remembered remembered) {
        return new Receipt(new TaskId(remembered.task()));
    }

    TaskId task() {
        return task;
    }
}
