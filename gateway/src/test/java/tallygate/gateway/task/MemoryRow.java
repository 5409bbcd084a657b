package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.callback.PaymentEvent;
import tallygate.signature.RawRequest;

/** One row of {@code async_task} in memory. Mutable: the store changes it under its lock. */
final class MemoryRow {
    final TaskId id;
    final NewTask task;
    final Instant createdAt;
    Optional<TaskId> effectOf = Optional.empty();
    TaskStatus status;
    int retryCount;
    int attempts;
    int crashes;
    Instant next;
    long owner;
    int epoch;
    WaitReason wait = WaitReason.NONE;
    String lastError = "";
    LastOutcome lastOutcome = LastOutcome.NONE;
    Instant updatedAt;
    boolean isSignalled;
    boolean isEmptied;
    String statusUrl = "";

    MemoryRow(TaskId id, NewTask task, Instant now) {
        this.id = id;
        this.task = task;
        this.createdAt = now;
        this.updatedAt = now;
        this.status = TaskStatus.PENDING;
        this.next = now;
    }

    static String cut(String text) {
        return text.codePointCount(0, text.length()) <= 512 ? text : text.substring(0, text.offsetByCodePoints(0, 512));
    }

    String bizId() {
        return task.event().bizId();
    }

    TaskRow view() {
        PaymentEvent event = task.event();
        return new TaskRow(
                id,
                task.source(),
                task.endpoint(),
                task.provider(),
                task.route(),
                event.bizType(),
                event.bizId(),
                event.eventId(),
                event.eventType(),
                event.providerTxnId(),
                event.amountMinor(),
                event.currency(),
                task.effectKey(),
                effectOf,
                status,
                retryCount,
                attempts,
                crashes,
                next,
                owner,
                epoch,
                wait,
                lastError,
                lastOutcome,
                createdAt,
                updatedAt);
    }

    LeasedTask leased(Instant now) {
        PaymentEvent event = task.event();
        RawRequest request = task.request();
        OptionalLong amount = event.amountMinor();
        return new LeasedTask(
                new Lease(id, epoch),
                task.source(),
                task.endpoint(),
                task.provider(),
                task.route(),
                event.bizType(),
                event.bizId(),
                event.eventId(),
                event.eventType(),
                task.effectKey(),
                amount,
                event.currency(),
                retryCount,
                attempts,
                crashes,
                createdAt,
                Duration.between(createdAt, now),
                statusUrl,
                request,
                event.content());
    }
}
