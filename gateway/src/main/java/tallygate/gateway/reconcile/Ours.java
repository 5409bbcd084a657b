package tallygate.gateway.reconcile;

import java.util.OptionalLong;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;

/**
 * A task as far as matching needs it.
 *
 * @param effect its effect key without the account; empty when it has none
 */
public record Ours(
        TaskId id,
        String endpoint,
        String bizId,
        String effect,
        String transaction,
        OptionalLong amountMinor,
        String currency,
        TaskStatus status,
        WaitReason waitReason) {
    /** True when somebody carried it out, or settled it by hand. */
    boolean isSettled() {
        return status == TaskStatus.SUCCESS || status == TaskStatus.COMPENSATED;
    }
}
