package tallygate.gateway.desk;

import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.Actor;

/**
 * Deeds that need two people. Asking and deciding are one transaction each with its audit row; agreeing does the deed in the same
 * transaction, or nothing.
 */
public interface ApprovalStore {
    /** A request stands for a day. */
    int HOURS = 24;

    /** What deciding came to. */
    enum Outcome {
        DONE,
        REFUSED,
        /** The one who asked cannot agree. */
        SAME_PERSON,
        /** Decided before, or its time is over. */
        CLOSED,
        /** The object is not as it was when it was asked for: nothing was done, the request is closed. */
        OVERTAKEN,
        MISSING
    }

    /**
     * Runs a finished task again.
     *
     * @param fromVersion {@code status.epoch.retries} that the asker saw
     */
    long askToReopen(String taskId, String fromVersion, Actor actor, String reason);

    /** Starts a planned job. */
    long askToStart(long job, String effect, Actor actor, String reason);

    Outcome decide(long id, boolean isAgreed, Actor actor, String note);

    Optional<Approval> find(long id);

    /** Newest first. */
    List<Approval> list(int limit);
}
