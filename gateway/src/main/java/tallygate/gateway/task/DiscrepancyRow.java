package tallygate.gateway.task;

import java.time.Instant;
import java.util.Optional;

/**
 * A discrepancy as people see it.
 *
 * @param version to be handed back with a change
 * @param owner who has it; empty: nobody
 * @param note what its owner wrote last
 * @param resolution how it was settled; empty while it is not
 * @param resolvedBy a person, or {@code reconcile} when later data settled it
 * @param seenAt when it was last found
 */
public record DiscrepancyRow(
        long id,
        int version,
        DiscrepancyFinding finding,
        DiscrepancyStatus status,
        String owner,
        String note,
        String resolution,
        String resolvedBy,
        Instant openedAt,
        Instant updatedAt,
        Instant seenAt,
        Optional<Instant> resolvedAt) {
    /** The state as the audit log tells it. */
    public String stateLine() {
        return "status=" + status.name().toLowerCase(java.util.Locale.ROOT) + " owner=" + owner + " version=" + version;
    }
}
