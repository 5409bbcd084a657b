package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import tallygate.signature.RawRequest;

/**
 * A task that this node may run now.
 *
 * @param retryCount recorded failures so far
 * @param attempts starts so far, this one included
 * @param crashes leases lost in a row without a recorded outcome
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
        RawRequest request,
        byte[] content) {}
