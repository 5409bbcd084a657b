package tallygate.gateway.process;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

/** Real workers with their threads on a store in memory. */
final class WorkerRig {
    static final Duration SOON = Duration.ofSeconds(20);

    /** What is opened again or written by hand is found within moments. */
    private static final WorkConfig.Pace BRISK = new WorkConfig.Pace(
            Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofMillis(200), 3, 1024);

    /** Handlers of these tests fail as they like. */
    static final RouteRules WITHOUT_BREAKER =
            new RouteRules(5, 2, Duration.ofMillis(200), 0, Optional.empty(), Optional.empty(), Optional.empty());

    final InMemoryStore store = new InMemoryStore(Clock.systemUTC());
    final MemoryDiscrepancies discrepancies = new MemoryDiscrepancies();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Instruments instruments;
    private final List<Worker> workers = new ArrayList<>();

    WorkerRig() {
        this(new LoggedAlerts());
    }

    WorkerRig(Alerts alerts) {
        instruments = new Instruments(System::nanoTime, new Random(1), ProcessMetrics.in(meters), alerts);
    }

    static WorkRoute route(String name, StubHandler handler, WorkRoute.Limits limits) {
        var quick = RetryPolicy.of(new Backoff.Fixed(Duration.ofMillis(20), 7), new Jitter.Percent(20));
        return new WorkRoute(name, handler, quick, limits, WITHOUT_BREAKER);
    }

    static WorkRoute route(String name, StubHandler handler) {
        return route(name, handler, new WorkRoute.Limits(8, 16, Duration.ofMinutes(1)));
    }

    Worker start(Duration lease, WorkRoute... routes) {
        Worker worker = Worker.of(store, new WorkConfig(workers.size() + 1L, lease, List.of(routes)), instruments);
        workers.add(worker);
        worker.start();
        return worker;
    }

    /** A node that looks at the lanes, too. */
    Worker startWithLanes(WorkRoute... routes) {
        return startWithLanes(store, routes);
    }

    Worker startWithLanes(LaneStore lanes, WorkRoute... routes) {
        Worker worker = Worker.of(
                new Worker.Stores(
                        store, lanes, new Worker.Questions(store.probes(), store, discrepancies), store::counts),
                new WorkConfig(workers.size() + 1L, WorkConfig.LEASE_DEFAULT, BRISK, List.of(routes)),
                instruments);
        workers.add(worker);
        worker.start();
        return worker;
    }

    Worker start(WorkRoute... routes) {
        return start(WorkConfig.LEASE_DEFAULT, routes);
    }

    void insertDue(String route, long from, long to) {
        List<NewTask> batch = LongStream.rangeClosed(from, to)
                .mapToObj(id -> SampleTasks.due(id, route))
                .sorted(Comparator.comparing(NewTask::key))
                .toList();
        for (int at = 0; at < batch.size(); at += 256) {
            store.insert(batch.subList(at, Math.min(batch.size(), at + 256)), 9, WorkConfig.LEASE_DEFAULT);
        }
    }

    long rows(TaskStatus status) {
        return store.rows().stream().filter(row -> row.status() == status).count();
    }

    TaskRow row(long id) {
        return store.rows().stream()
                .filter(row -> row.id().value() == id)
                .findFirst()
                .orElseThrow();
    }

    void awaitRows(TaskStatus status, long count) {
        await().atMost(SOON).until(() -> rows(status) == count);
    }

    double counted(String route, String outcome) {
        return meters.get("tallygate.work")
                .tags("route", route, "outcome", outcome)
                .counter()
                .count();
    }

    void close() throws InterruptedException {
        for (Worker worker : workers) {
            worker.drain(Duration.ofMillis(50));
        }
    }
}
