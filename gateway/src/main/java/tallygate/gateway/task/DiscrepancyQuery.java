package tallygate.gateway.task;

import java.util.Optional;
import java.util.Set;

/**
 * One page of discrepancies, newest first.
 *
 * @param statuses empty for all
 * @param source one provider account
 * @param kind one kind
 * @param before only ids below; {@link Long#MAX_VALUE} for the first page
 * @param limit 1 to 1000
 */
public record DiscrepancyQuery(
        Set<DiscrepancyStatus> statuses, Optional<String> source, Optional<String> kind, long before, int limit) {
    public DiscrepancyQuery {
        statuses = Set.copyOf(statuses);
        if (limit < 1 || limit > 1000) {
            throw new IllegalArgumentException("a page has 1..1000 discrepancies, asked for " + limit);
        }
    }

    /** What is not settled. */
    public static DiscrepancyQuery unsettled(int limit) {
        return new DiscrepancyQuery(
                Set.of(DiscrepancyStatus.OPEN, DiscrepancyStatus.IN_WORK),
                Optional.empty(),
                Optional.empty(),
                Long.MAX_VALUE,
                limit);
    }
}
