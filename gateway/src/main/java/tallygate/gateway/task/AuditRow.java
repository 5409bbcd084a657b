package tallygate.gateway.task;

import java.time.Instant;

/**
 * One line of the audit log, written in the transaction of the change it tells of.
 *
 * @param before the object before, as {@code name=value} pairs; empty when it did not exist
 * @param isSealed the hash chain reaches this row
 */
public record AuditRow(
        long id,
        Instant at,
        Actor actor,
        String action,
        String objectType,
        String objectId,
        String before,
        String after,
        String reason,
        boolean isSealed) {}
