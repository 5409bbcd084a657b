package tallygate.gateway.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.trace.Spans;

/** A node with the real stores and the threads it has in production; only HTTP is left out. */
final class RealNode implements AutoCloseable {
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Workers workers = new Workers(Integer.MAX_VALUE);
    final CallbackIntake intake;
    private final MySqlStores stores;

    RealNode(TestDatabase database, int number, int writers) {
        Clock clock = Clock.systemUTC();
        stores = database.open();
        TaskIds ids = new TaskIds(number, 0, clock);
        Optional<NodeIdentity> identity = Optional.of(new NodeIdentity(ids, 9_000 + number));
        IngestLimits standard = IngestLimits.standard();
        intake = new CallbackIntake(
                new IntakeParts(
                        () -> stores.intake("writer", ids::next),
                        workers,
                        stores.rejected(),
                        () -> identity,
                        meters,
                        clock,
                        System::nanoTime,
                        new SplittableRandom(number),
                        new LoggedAlerts(),
                        Spans.NONE,
                        stores.copies()),
                new IngestLimits(
                        writers,
                        standard.batchRows(),
                        standard.batchBytes(),
                        standard.queueRows(),
                        standard.queueBytes(),
                        standard.answerWithin(),
                        standard.lease(),
                        standard.cacheBytes(),
                        standard.dedupMemory(),
                        standard.verifyThreads(),
                        standard.verifyQueue()),
                RefusalLimits.standard(),
                new EndpointTable(List.of(IntakeRig.endpoint("shop"))));
        intake.start();
    }

    Exchange post(String body) {
        Exchange exchange = new Exchange();
        intake.handle(IntakeRig.request("POST", "/callbacks/shop", body), exchange);
        return exchange;
    }

    double total(String counter) {
        return meters.find(counter).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Override
    public void close() {
        try {
            intake.drain(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stores.close();
    }
}
