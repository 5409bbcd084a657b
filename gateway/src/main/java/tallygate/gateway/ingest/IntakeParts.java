package tallygate.gateway.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.task.CopyStore;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.trace.Spans;

/**
 * What the intake works with.
 *
 * @param stores makes a store for each writer
 * @param identity empty while this node's number is not leased: callbacks are told to come again then
 * @param nanos a monotonic clock
 * @param copies where deliveries of stored events are counted
 */
public record IntakeParts(
        Supplier<IntakeStore> stores,
        HandOver handOver,
        RejectedStore rejected,
        Supplier<Optional<NodeIdentity>> identity,
        MeterRegistry registry,
        Clock clock,
        LongSupplier nanos,
        RandomGenerator dice,
        Alerts alerts,
        Spans spans,
        CopyStore copies) {
    /** Without traces, and copies are not counted by task. */
    public IntakeParts(
            Supplier<IntakeStore> stores,
            HandOver handOver,
            RejectedStore rejected,
            Supplier<Optional<NodeIdentity>> identity,
            MeterRegistry registry,
            Clock clock,
            LongSupplier nanos,
            RandomGenerator dice,
            Alerts alerts) {
        this(stores, handOver, rejected, identity, registry, clock, nanos, dice, alerts, Spans.NONE, CopyStore.NONE);
    }
}
