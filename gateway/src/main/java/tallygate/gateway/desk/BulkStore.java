package tallygate.gateway.desk;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskId;

/** Retries of many tasks. Every state of a job and of each of its tasks is a committed row: any node goes on after a crash. */
public interface BulkStore {
    /** Above this a second person must agree. */
    int ALONE_MAX = 100;

    /**
     * Fixes which tasks it is about, in this order.
     *
     * @return the job's number
     */
    long plan(String cause, List<TaskId> tasks, Actor actor);

    Optional<BulkJob> find(long job);

    /** Newest first. */
    List<BulkJob> list(int limit);

    /**
     * From planned to running, or to waiting for approval.
     *
     * @return false when it is not planned any more
     */
    boolean start(long job, BulkJob.Plan plan, boolean needsApproval, Actor actor);

    /**
     * Between running, paused and stopped.
     *
     * @return false when the job is not in the state it is moved from
     */
    boolean move(long job, BulkJob.State from, BulkJob.State to, Actor actor, String note);

    /** A running job that no live node works on, leased to this node for 30 seconds. */
    OptionalLong lease(long owner);

    /**
     * Looks what became of the tasks that were sent.
     *
     * @return how the job stands now
     */
    BulkJob settle(long job);

    /**
     * Sets the next tasks from failed to pending, each in a transaction of its own with its audit row; one that is not failed any
     * more is skipped.
     */
    void send(long job, int count);
}
