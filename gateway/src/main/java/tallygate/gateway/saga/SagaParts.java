package tallygate.gateway.saga;

import java.time.Duration;
import java.util.function.LongSupplier;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.trace.Spans;

/**
 * What the saga worker works with.
 *
 * @param owner the node's incarnation
 * @param lease how long a saga is this node's while nothing is written about it
 * @param crashesMax leases that may run out in a row, without a step in between, before a saga is held for a person
 * @param concurrency sagas in hand at the same time
 * @param spans where the calls' part of a trace goes
 */
public record SagaParts(
        SagaStore store,
        Alerts alerts,
        SagaMetrics metrics,
        LongSupplier nanos,
        long owner,
        Duration lease,
        int crashesMax,
        int concurrency,
        Spans spans) {
    public SagaParts {
        if (concurrency < 1 || concurrency > 10_000) {
            throw new IllegalArgumentException("concurrency must be 1..10,000, was " + concurrency);
        }
    }
}
