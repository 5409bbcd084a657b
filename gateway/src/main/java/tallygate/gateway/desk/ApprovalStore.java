package tallygate.gateway.desk;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;

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

    /**
     * Replaces the content of a failed or held task. The request as it came stays, the content before is kept.
     *
     * @throws tallygate.gateway.task.StoreException REFUSED for a task in another state
     */
    long askToEdit(TaskId task, byte[] content, Actor actor, String reason);

    /**
     * Erases request and content of a task that has ended; ids and amounts stay.
     *
     * @throws tallygate.gateway.task.StoreException REFUSED for a task that has not
     */
    long askToErase(TaskId task, Actor actor, String reason);

    /** Puts on hold what came over an endpoint since its key is not trusted any more. */
    long askToRevoke(Revocation revocation, Actor actor, String reason);

    /**
     * Lets tasks run that are on hold because a key of their endpoint is revoked. Agreeing releases those that are as the asker saw
     * them, each with its audit row; when none is, it is overtaken.
     *
     * @param seen one or more, as the asker saw them
     */
    long askToRelease(List<TaskRow> seen, Actor actor, String reason);

    /**
     * Wraps all payload keys with the newest configured key.
     *
     * @throws tallygate.gateway.task.StoreException REFUSED when none is configured
     */
    long askToRewrap(Actor actor, String reason);

    /**
     * Seals all tasks anew with today's key, those in clear too, chunk by chunk.
     *
     * @throws tallygate.gateway.task.StoreException REFUSED when no key is configured
     */
    long askToReencrypt(Actor actor, String reason);

    /** The content that an open request for an edit would put in; that it was looked at is in the audit log. */
    Optional<byte[]> readDraft(long approval, Actor actor);

    /**
     * A key that leaked.
     *
     * @param key as {@code keys list} names it
     * @param from what came since then may be forged
     */
    record Revocation(String endpoint, String key, Instant from) {}

    Outcome decide(long id, boolean isAgreed, Actor actor, String note);

    Optional<Approval> find(long id);

    /** Newest first. */
    List<Approval> list(int limit);
}
