package tallygate.gateway.ingest;

import java.util.function.LongSupplier;

/**
 * What all receptions share.
 *
 * @param nanos a monotonic clock
 */
record ReceptionParts(
        Writers writers,
        DedupCache cache,
        Hints hints,
        Refusals refusals,
        EndpointWatches watches,
        IngestMetrics metrics,
        IngestLimits limits,
        LongSupplier nanos) {}
