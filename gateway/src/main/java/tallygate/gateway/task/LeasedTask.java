package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import tallygate.callback.PaymentEvent;
import tallygate.signature.RawRequest;

/**
 * A task that this node may run now.
 *
 * @param retryCount recorded failures so far
 * @param attempts starts so far, this one included
 * @param crashes leases lost in a row without a recorded outcome
 * @param statusUrl where an earlier try that was accepted is to be asked about, empty for none
 * @param age time since the row was created, by the database's clock
 */
public record LeasedTask(
        Lease lease,
        String source,
        String endpoint,
        String provider,
        String route,
        String bizType,
        String bizId,
        String eventId,
        String eventType,
        String effectKey,
        OptionalLong amountMinor,
        String currency,
        int retryCount,
        int attempts,
        int crashes,
        Instant createdAt,
        Duration age,
        String statusUrl,
        RawRequest request,
        byte[] content) {

    /**
     * A task that was inserted leased, for the hand-over in memory.
     *
     * @param id what {@link Insertion.Fresh} named
     * @param now the node's clock, close enough for a first try
     */
    public static LeasedTask handedOver(NewTask task, TaskId id, Instant now) {
        PaymentEvent event = task.event();
        return new LeasedTask(
                new Lease(id, 1),
                task.source(),
                task.endpoint(),
                task.provider(),
                task.route(),
                event.bizType(),
                event.bizId(),
                event.eventId(),
                event.eventType(),
                task.effectKey(),
                event.amountMinor(),
                event.currency(),
                0,
                1,
                0,
                now,
                Duration.ZERO,
                "",
                task.request(),
                event.content());
    }

    /** Without the request: it may hold a signature or a person's data. */
    @Override
    public String toString() {
        return "LeasedTask[" + lease + ", route=" + route + ", source=" + source + ", eventId=" + eventId + "]";
    }
}
