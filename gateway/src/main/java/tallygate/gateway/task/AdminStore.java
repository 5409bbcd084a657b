package tallygate.gateway.task;

import java.util.List;
import java.util.Optional;

/** What people look at and change by hand. No change without an audit row, in the same transaction. */
public interface AdminStore {
    Optional<TaskRow> find(TaskId id);

    /** Deliveries of its event after the one that was stored; empty when there is none. */
    default Optional<CopyCount> copies(TaskId id) {
        return Optional.empty();
    }

    /** The request and content; empty when there is no such task or retention has emptied it. */
    Optional<TaskContent> content(TaskId id);

    /** One page, newest first; the next page is asked with {@link TaskQuery#after}. */
    List<TaskRow> list(TaskQuery query);

    /**
     * What a bounded walk found.
     *
     * @param end where the walk stopped with rows left behind it: ask on with {@link TaskQuery#after}; empty at the table's end
     */
    record Walked(List<TaskRow> tasks, Optional<TaskId> end) {}

    /** As {@link #list}, but reads only some thousand rows of the table for it, however few fit. */
    Walked walk(TaskQuery query);

    /**
     * Makes the move when the task still is in the state the actor saw. To PENDING: due at once, retry_count and crashes
     * back to 0, attempts and epoch kept.
     */
    Changed change(StateChange change);

    /** Makes a held task due at once. Stale when it is not pending and held. */
    Changed release(TaskId id, Actor actor, String reason);

    /** Writes an audit row for something that is no task. */
    void audit(Actor actor, String action, String objectType, String objectId, String reason);

    /** The audit log, newest first, only rows with smaller ids than {@code before}. */
    List<AuditRow> auditLog(long before, int limit);

    TaskCounts counts();
}
