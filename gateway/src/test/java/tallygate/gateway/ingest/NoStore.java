package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskId;

/** Keeps nothing: answers every row as new, at once. */
final class NoStore implements IntakeStore {
    @Override
    public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
        List<Insertion> all = new ArrayList<>(batch.size());
        for (NewTask task : batch) {
            all.add(new Insertion.Fresh(task.id()));
        }
        return all;
    }

    @Override
    public Insertion quarantine(NewTask task, String why) {
        throw new IllegalStateException("nothing is refused here");
    }

    @Override
    public List<Insertion> release(List<TaskId> ids, long owner) {
        return List.of();
    }

    @Override
    public List<Insertion> find(List<TaskId> ids) {
        return List.of();
    }
}
