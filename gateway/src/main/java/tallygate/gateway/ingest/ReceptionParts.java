package tallygate.gateway.ingest;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import tallygate.gateway.trace.Spans;

/**
 * What all receptions share.
 *
 * @param nanos a monotonic clock
 * @param certificates told about certificates that refused requests name
 */
record ReceptionParts(
        Writers writers,
        DedupCache cache,
        Hints hints,
        Refusals refusals,
        RefusalRates rates,
        EndpointWatches watches,
        IngestMetrics metrics,
        IngestLimits limits,
        LongSupplier nanos,
        AtomicReference<CertificateRequests> certificates,
        Spans spans,
        Copies copies) {}
