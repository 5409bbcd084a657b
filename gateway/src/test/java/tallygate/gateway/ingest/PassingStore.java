package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.List;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskId;

/** Passes everything on; what stands in front of a store overrides what it changes. */
class PassingStore implements IntakeStore {
    private final IntakeStore behind;

    PassingStore(IntakeStore behind) {
        this.behind = behind;
    }

    @Override
    public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
        return behind.insert(batch, owner, lease);
    }

    @Override
    public Insertion quarantine(NewTask task, String why) {
        return behind.quarantine(task, why);
    }

    @Override
    public List<Insertion> release(List<TaskId> ids, long owner) {
        return behind.release(ids, owner);
    }

    @Override
    public List<Insertion> find(List<TaskId> ids) {
        return behind.find(ids);
    }
}
