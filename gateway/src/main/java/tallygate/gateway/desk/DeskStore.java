package tallygate.gateway.desk;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.AuditRow;
import tallygate.gateway.task.TaskContent;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;

/** What people look at. Every question reads a bounded number of rows along an index, whatever the tables hold. */
public interface DeskStore {
    /** Which lines of the audit log; what is absent does not matter. */
    record AuditQuery(
            Optional<String> actor, Optional<String> action, Optional<String> object, long before, int limit) {}

    /** How many are waiting for a person; a count stops at 1,000. */
    record Waiting(int failed, int conflicts, int discrepancies, int deadLetters, int approvals) {}

    FoundTasks search(TaskSearch search);

    /**
     * A failed task as far as its cause goes.
     *
     * @param error empty when nothing was noted
     */
    record Failure(
            TaskId task, String route, String error, OptionalLong amountMinor, String currency, Instant changedAt) {}

    /** @param isCut there are more than the limit */
    record Failures(List<Failure> tasks, boolean isCut) {
        public Failures {
            tasks = List.copyOf(tasks);
        }
    }

    /** The latest failed tasks of each lane, so that a flooded one hides no other; at most so many. */
    Failures failures(int limit);

    /** All tasks of an order, oldest first, at most 200. */
    List<TaskRow> ofOrder(String bizId);

    /** Everything known of these tasks and their order, oldest first, at most some hundreds. */
    List<Happening> timeline(List<TaskRow> tasks, String bizId);

    /** The request and content; that it was looked at is in the audit log when this returns. */
    Optional<TaskContent> readPayload(TaskId task, Actor actor, String what);

    List<AuditRow> audit(AuditQuery query);

    /**
     * Newest first.
     *
     * @param before only smaller ids
     */
    List<ConflictRow> conflicts(boolean isOpen, long before, int limit);

    Optional<ConflictRow> conflict(long id);

    /** The other request of a conflict; that it was looked at is in the audit log when this returns. */
    Optional<TaskContent> readConflict(long id, Actor actor);

    /** @return false when it was resolved before or is not there */
    boolean resolveConflict(long id, Actor actor, String resolution);

    Waiting waiting();

    /** The newest tasks by state. */
    Tally tally();
}
