package tallygate.gateway.ingest;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.IntakeStore;

/**
 * What a writer works with.
 *
 * @param store this writer's own
 * @param breaker shared by the writers of one database
 * @param identity empty while this node's number is not leased: nothing is stored then
 * @param nanos a monotonic clock
 * @param dice spreads retries; used by the writer's thread only
 * @param copies told of deliveries after the one that was stored
 */
record WriterParts(
        IntakeStore store,
        HandOver handOver,
        DedupCache cache,
        StoreBreaker breaker,
        Supplier<Optional<NodeIdentity>> identity,
        IngestMetrics metrics,
        InstantSource clock,
        LongSupplier nanos,
        RandomGenerator dice,
        Copies copies) {}
