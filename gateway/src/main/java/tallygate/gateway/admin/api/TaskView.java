package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.task.CopyCount;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.WaitReason;

/**
 * A task as the API tells it.
 *
 * @param id text, because it is beyond what JavaScript counts exactly
 * @param status pending, processing, success, failed or compensated
 * @param amountMinor minor units of the currency
 * @param nextAt when it is due, or its lease ends, or since when it is as it is
 * @param waits why it waits, when it waits for more than its time
 * @param version changes with every change of state; a change by hand names the one it saw
 * @param copies told of one task, and not in lists
 * @param approval what waits for a second person now; told when a release needs one
 */
public record TaskView(
        String id,
        String status,
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
        Optional<String> currency,
        Optional<String> effectKey,
        Optional<String> effectOf,
        int retryCount,
        int attempts,
        Instant nextAt,
        Optional<String> waits,
        Optional<String> lastError,
        Optional<String> lastOutcome,
        Instant createdAt,
        Instant updatedAt,
        String version,
        Optional<Copies> copies,
        OptionalLong approval) {

    /**
     * Deliveries of the event after the one that was stored.
     *
     * @param count some seconds behind
     * @param lastAddress where the last one came from
     */
    public record Copies(long count, Instant firstAt, Instant lastAt, Optional<String> lastAddress) {
        static Copies of(CopyCount count) {
            return new Copies(count.copies(), count.firstSeen(), count.lastSeen(), some(count.lastAddress()));
        }
    }

    /** As in a list. */
    public static TaskView of(TaskRow task) {
        return of(task, Optional.empty(), OptionalLong.empty());
    }

    static TaskView of(TaskRow task, Optional<CopyCount> copies, OptionalLong approval) {
        return new TaskView(
                task.id().toString(),
                word(task.status()),
                task.source(),
                task.endpoint(),
                task.provider(),
                task.route(),
                task.bizType(),
                task.bizId(),
                task.eventId(),
                task.eventType(),
                task.providerTxnId(),
                task.amountMinor(),
                some(task.currency()),
                some(task.effectKey()),
                task.effectOf().map(TaskId::toString),
                task.retryCount(),
                task.attempts(),
                task.nextRetryTime(),
                task.waitReason() == WaitReason.NONE ? Optional.empty() : Optional.of(word(task.waitReason())),
                some(task.lastError()),
                task.lastOutcome() == LastOutcome.NONE ? Optional.empty() : Optional.of(word(task.lastOutcome())),
                task.createdAt(),
                task.updatedAt(),
                task.status().code() + "." + task.leaseEpoch() + "." + task.retryCount(),
                copies.map(Copies::of),
                approval);
    }

    private static Optional<String> some(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
