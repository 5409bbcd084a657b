package tallygate.gateway.command;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.PaymentEvent;
import tallygate.callback.handler.Handler;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.process.Instruments;
import tallygate.gateway.process.ProcessMetrics;
import tallygate.gateway.process.RetryPolicy;
import tallygate.gateway.process.WorkConfig;
import tallygate.gateway.process.WorkRoute;
import tallygate.gateway.process.Worker;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.WorkStore;

/**
 * How long a due task waits until a worker that knows nothing of it calls its handler: from the return of the insert's COMMIT,
 * found by a claim alone. What a task waits that another node inserted, or the shop itself.
 */
final class BenchPickup {
    private static final String ROUTE = "bench-pickup";
    private static final int INSERTS_PER_SECOND = 100;
    private static final Duration LEASE = Duration.ofSeconds(30);

    /** Who works, and with what. */
    record Node(IntakeStore intake, WorkStore work, TaskIds ids, long incarnation) {}

    /**
     * Times in microseconds.
     *
     * @param perSecond tasks inserted a second, evenly
     * @param waiting tasks that no handler was called for before the end
     */
    record Result(int perSecond, long tasks, long waiting, long p50Micros, long p95Micros, long p99Micros) {
        static Result of(int perSecond, Map<Long, Long> committed, Map<Long, Long> called) {
            long[] micros = committed.entrySet().stream()
                    .filter(task -> called.containsKey(task.getKey()))
                    .mapToLong(task ->
                            Math.max(0, called.getOrDefault(task.getKey(), task.getValue()) - task.getValue()) / 1_000)
                    .sorted()
                    .toArray();
            return new Result(
                    perSecond,
                    committed.size(),
                    committed.size() - micros.length,
                    at(micros, 0.5),
                    at(micros, 0.95),
                    at(micros, 0.99));
        }

        private static long at(long[] sorted, double share) {
            return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)];
        }
    }

    private final Node node;
    private final Judgement.Genuine model;
    private final NewTask.Start start = new NewTask.Start.Due();

    BenchPickup(Node node, Instant now) {
        this.node = node;
        var request = new BenchFeed("pickup", now.getEpochSecond()).request(0);
        if (!(BenchVerify.provider().judge(request, Optional.of(now)) instanceof Judgement.Genuine genuine)) {
            throw new IllegalStateException("a callback that was signed right was refused");
        }
        model = genuine;
    }

    Result measure(int perSecond, Duration window) throws InterruptedException {
        Map<Long, Long> committed = new ConcurrentHashMap<>();
        Map<Long, Long> called = new ConcurrentHashMap<>();
        var instruments = new Instruments(System::nanoTime, new Random(), ProcessMetrics.in(new SimpleMeterRegistry()));
        var route = new WorkRoute(ROUTE, new Noting(called), RetryPolicy.DEFAULT, WorkRoute.Limits.DEFAULT);
        Worker worker = Worker.of(
                node.work(), new WorkConfig(node.incarnation(), WorkConfig.LEASE_DEFAULT, List.of(route)), instruments);
        worker.start();
        try {
            insert(perSecond, window, committed);
            TimeUnit.SECONDS.sleep(1);
        } finally {
            worker.drain(Duration.ofSeconds(10));
        }
        return Result.of(perSecond, committed, called);
    }

    private void insert(int perSecond, Duration window, Map<Long, Long> committed) throws InterruptedException {
        long begun = System.nanoTime();
        long inserts = window.toMillis() * INSERTS_PER_SECOND / 1_000;
        for (int i = 0; i < inserts; i++) {
            long due = begun + i * TimeUnit.SECONDS.toNanos(1) / INSERTS_PER_SECOND;
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            List<NewTask> batch = new ArrayList<>();
            for (int row = 0; row < perSecond / INSERTS_PER_SECOND; row++) {
                batch.add(task(node.ids().next()));
            }
            node.intake().insert(batch, node.incarnation(), LEASE);
            long now = System.nanoTime();
            batch.forEach(task -> committed.put(task.id().value(), now));
        }
    }

    /** Event ids as long as the task's own, so that a batch that counts up is sorted. */
    private NewTask task(TaskId id) {
        PaymentEvent event = model.events().getFirst();
        var named = new PaymentEvent(
                "pickup_%019d".formatted(id.value()),
                event.eventType(),
                event.bizType(),
                event.bizId(),
                event.providerTxnId(),
                event.amount(),
                event.amountMinor(),
                event.currency(),
                event.status(),
                event.occurredAt(),
                Optional.empty(),
                event.digest(),
                event.content());
        var request = new BenchFeed("pickup", 0).request(id.value());
        return new NewTask(id, "bench-pickup", BenchGateway.ENDPOINT, "stripe", ROUTE, named, "", request, start);
    }

    private record Noting(Map<Long, Long> called) implements Handler {
        @Override
        public Outcome handle(Delivery delivery) {
            called.putIfAbsent(delivery.taskId(), System.nanoTime());
            return new Outcome.Done("");
        }
    }
}
