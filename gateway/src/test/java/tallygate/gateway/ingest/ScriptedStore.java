package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;

/** A store in front of another that does, call by call, what a script says; without a script it only writes down. */
final class ScriptedStore implements IntakeStore {
    /** What a call does instead of only reaching the store behind. */
    interface Turn {
        List<Insertion> insert(IntakeStore behind, List<NewTask> batch, long owner, Duration lease);
    }

    final List<List<NewTask>> batches = new ArrayList<>();
    final List<TaskId> released = new ArrayList<>();
    private final IntakeStore behind;
    private final Deque<Turn> script = new ArrayDeque<>();
    private boolean isQuarantineBroken;

    ScriptedStore(IntakeStore behind) {
        this.behind = behind;
    }

    ScriptedStore then(Turn turn) {
        script.add(turn);
        return this;
    }

    /** The next insert is not done and says why. */
    ScriptedStore thenFail(StoreException.Kind kind) {
        return then((_, _, _, _) -> {
            throw new StoreException(kind, "scripted " + kind);
        });
    }

    /** The next insert is committed, and its caller never hears of it. */
    ScriptedStore thenCommitSilently() {
        return then((store, batch, owner, lease) -> {
            var _ = store.insert(batch, owner, lease);
            throw new StoreException(StoreException.Kind.UNKNOWN, "connection lost");
        });
    }

    void clearScript() {
        script.clear();
    }

    void breakQuarantine() {
        isQuarantineBroken = true;
    }

    @Override
    public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
        batches.add(List.copyOf(batch));
        Turn turn = script.poll();
        return turn == null ? behind.insert(batch, owner, lease) : turn.insert(behind, batch, owner, lease);
    }

    @Override
    public Insertion quarantine(NewTask task, String why) {
        if (isQuarantineBroken) {
            throw new StoreException(StoreException.Kind.REFUSED, "not even so");
        }
        return behind.quarantine(task, why);
    }

    @Override
    public List<Insertion> release(List<TaskId> ids, long owner) {
        released.addAll(ids);
        return behind.release(ids, owner);
    }

    @Override
    public List<Insertion> find(List<TaskId> ids) {
        return behind.find(ids);
    }
}
