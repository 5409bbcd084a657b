package tallygate.gateway.task;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A task as people see it: everything but the request and its content.
 *
 * @param effectKey empty for none
 * @param effectOf the task that carries out this one's effect, when it is another
 * @param nextRetryTime due time, or the end of the lease while processing, or when it ended
 * @param leaseOwner incarnation of the node that has it, 0 for none
 */
public record TaskRow(
        TaskId id,
        String source,
        String endpoint,
        String provider,
        String route,
        String bizType,
        String bizId,
        String eventId,
        String eventType,
        String providerTxnId,
        OptionalLong amountMinor,
        String currency,
        String effectKey,
        Optional<TaskId> effectOf,
        TaskStatus status,
        int retryCount,
        int attempts,
        int crashes,
        Instant nextRetryTime,
        long leaseOwner,
        int leaseEpoch,
        WaitReason waitReason,
        String lastError,
        LastOutcome lastOutcome,
        Instant createdAt,
        Instant updatedAt) {

    /** How the audit log tells a task's state. */
    public static String stateLine(TaskStatus status, int retryCount, WaitReason wait) {
        return "status=" + status + " retry_count=" + retryCount + " wait_reason=" + wait;
    }
}
