package tallygate.gateway.desk;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.task.TaskId;

/** An event that came again with other content. */
public record ConflictRow(
        long id,
        TaskId task,
        String source,
        String eventId,
        String endpoint,
        OptionalLong amountMinor,
        String currency,
        Instant firstSeen,
        Optional<Instant> resolvedAt,
        String resolvedBy,
        String resolution) {}
