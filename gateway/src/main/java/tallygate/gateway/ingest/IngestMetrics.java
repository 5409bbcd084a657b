package tallygate.gateway.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import tallygate.callback.TraceContext;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.trace.Spans;

/**
 * The figures of the intake, named in one place.
 *
 * @param spans what latencies point at
 * @param unrouted requests to no endpoint
 * @param unknownCommits inserts whose end was not known
 * @param insertRetries inserts that the database rolled back and that were sent again
 * @param lateReleased rows found committed after their senders were told to come again
 * @param copiesDropped deliveries of stored events that are in no task's count
 * @param rejectedDropped refused requests that were not recorded, because recording could not keep up
 * @param batchRows rows of a commit
 * @param commitTime from sending an insert to the return of its COMMIT
 * @param acknowledgeTime from the arrival of a request to its acknowledgement
 */
record IngestMetrics(
        MeterRegistry registry,
        Spans spans,
        Counter unrouted,
        Counter unknownCommits,
        Counter insertRetries,
        Counter lateReleased,
        Counter copiesDropped,
        Counter rejectedDropped,
        DistributionSummary batchRows,
        Timer commitTime,
        Timer acknowledgeTime,
        CounterPerCase<Shed> shed) {

    /** Without traces. */
    static IngestMetrics in(MeterRegistry registry) {
        return in(registry, Spans.NONE);
    }

    static IngestMetrics in(MeterRegistry registry, Spans spans) {
        CounterPerCase<Shed> shed = new CounterPerCase<>(
                Shed.values(),
                cause -> Counter.builder("tallygate.callbacks.shed")
                        .description("Callbacks that were told to come again.")
                        .tag("cause", cause.code())
                        .register(registry));
        return new IngestMetrics(
                registry,
                spans,
                counter(registry, "tallygate.callbacks.unrouted", "Requests to no endpoint."),
                counter(registry, "tallygate.commit.unknown", "Inserts whose end was not known."),
                counter(registry, "tallygate.commit.retries", "Inserts rolled back by the database and sent again."),
                counter(
                        registry,
                        "tallygate.late.released",
                        "Rows that turned up after their senders had been sent away."),
                counter(
                        registry,
                        "tallygate.dedup.copies.dropped",
                        "Duplicates that are in no task's count of copies."),
                counter(registry, "tallygate.rejected.dropped", "Refused requests that could not be recorded."),
                DistributionSummary.builder("tallygate.commit.batch.rows")
                        .description("Rows of one commit.")
                        .serviceLevelObjectives(1, 4, 16, 64, 256)
                        .register(registry),
                timer(registry, "tallygate.commit.time", "From sending an insert to the return of its COMMIT."),
                timer(registry, "tallygate.ack.time", "From the arrival of a callback to its acknowledgement."),
                shed);
    }

    EndpointMeters of(Endpoint endpoint) {
        return new EndpointMeters(registry, endpoint.name(), endpoint.bound().keys());
    }

    void shed(Shed why) {
        shed.increment(why);
    }

    void committed(List<Insertion> rows, long nanos) {
        batchRows.record(rows.size());
        record(commitTime, nanos, example(rows, Insertion::task));
    }

    /** @param stored in the order of the request's events; empty when there was nothing to store */
    void acknowledged(List<Receipt> stored, long nanos) {
        record(acknowledgeTime, nanos, example(stored, Receipt::task));
    }

    /** Looked for only where it is wanted: without traces a callback pays nothing for it. */
    private <T> Optional<TaskId> example(List<T> some, Function<T, TaskId> task) {
        return spans.isOn() && !some.isEmpty() ? Optional.of(task.apply(some.getFirst())) : Optional.empty();
    }

    private void record(Timer timer, long nanos, Optional<TaskId> example) {
        if (example.isPresent()) {
            TraceContext trace = TraceContext.ofTask(example.get().value());
            spans.pointing(trace, trace.root(), () -> timer.record(nanos, TimeUnit.NANOSECONDS));
        } else {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    void watch(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    private static Timer timer(MeterRegistry registry, String name, String description) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(
                        Duration.ofMillis(1),
                        Duration.ofMillis(2),
                        Duration.ofMillis(5),
                        Duration.ofMillis(10),
                        Duration.ofMillis(25),
                        Duration.ofMillis(50),
                        Duration.ofMillis(100),
                        Duration.ofMillis(250),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(3))
                .register(registry);
    }
}
