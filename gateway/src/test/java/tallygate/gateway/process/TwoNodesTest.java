package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.mysql.TestDatabases;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskQuery;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WorkStore.Scan;

/** Several nodes' workers on one real database. */
class TwoNodesTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final TestDatabases.TestDatabase database = TestDatabases.embedded();
    private final List<Node> nodes = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /** One node: stores, meters and worker of its own. */
    private final class Node {
        final MySqlStores stores = database.open();
        final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        final StandingStill work = new StandingStill(stores.work());
        final Worker worker;

        Node(StubHandler handler) {
            var slow = RetryPolicy.of(new Backoff.Fixed(Duration.ofSeconds(1), 7), new Jitter.Percent(20));
            var limits = new WorkRoute.Limits(8, 24, Duration.ofMinutes(1));
            var config =
                    new WorkConfig(nodes.size() + 1L, LEASE, List.of(new WorkRoute("orders", handler, slow, limits)));
            worker = Worker.of(
                    work,
                    config,
                    new Instruments(System::nanoTime, new Random(nodes.size()), ProcessMetrics.in(meters)),
                    () -> new TaskCounts(List.of(), List.of()));
            nodes.add(this);
            worker.start();
        }

        double counted(String outcome) {
            var counter = meters.find("tallygate.work")
                    .tags("route", "orders", "outcome", outcome)
                    .counter();
            return counter == null ? 0 : counter.count();
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        end.countDown();
        for (Node node : nodes) {
            node.work.goOn();
            node.worker.drain(Duration.ofSeconds(5));
            node.stores.close();
        }
    }

    /** What an intake would insert whose node has such a number and clock. */
    private void insertDue(int node, InstantSource clock, long from, long to) {
        var ids = new TaskIds(node, 0, clock);
        try (MySqlStores stores = database.open()) {
            IntakeStore intake = stores.intake("writer", ids::next);
            List<NewTask> batch = LongStream.rangeClosed(from, to)
                    .mapToObj(event -> SampleTasks.due(ids.next(), event, "orders"))
                    .sorted(Comparator.comparing(NewTask::key))
                    .toList();
            for (int at = 0; at < batch.size(); at += 256) {
                intake.insert(batch.subList(at, Math.min(batch.size(), at + 256)), node, LEASE);
            }
        }
    }

    private List<TaskRow> rows(TaskStatus status) {
        try (MySqlStores stores = database.open()) {
            return stores.admin().list(TaskQuery.newest(500).inStatus(status));
        }
    }

    private void awaitFinished(TaskStatus status, int rows) {
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> rows(status).size() == rows);
    }

    @Test
    void twoNodesShareTheWorkAndNoTaskIsDoneTwice() {
        insertDue(1, Clock.systemUTC(), 1, 150);
        var handler = new StubHandler(_ -> {
            end.await(5, TimeUnit.MILLISECONDS);
            return new Outcome.Done("ok");
        });
        Node first = new Node(handler);
        Node second = new Node(handler);
        awaitFinished(TaskStatus.SUCCESS, 150);
        assertThat(handler.calls()).hasSize(150);
        await().atMost(SOON).until(() -> first.counted("done") + second.counted("done") == 150);
        assertThat(first.counted("done")).isPositive();
        assertThat(second.counted("done")).isPositive();
        assertThat(rows(TaskStatus.SUCCESS)).allMatch(row -> row.attempts() == 1 && row.leaseEpoch() == 1);
    }

    @Test
    void whatANodeHeldWhenItDiedBeginsAgainWithinItsLeaseAndFiveSeconds() {
        insertDue(1, Clock.systemUTC(), 1, 10);
        try (MySqlStores dead = database.open()) {
            // It claims, and is never heard of again.
            List<LeasedTask> held = dead.work().claim(Scan.DUE, Set.of("orders"), 10, 77, LEASE, true);
            assertThat(held).hasSize(10);
        }
        var handler = StubHandler.done();
        new Node(handler);
        await().atMost(LEASE.plusSeconds(5).plusSeconds(20))
                .until(() -> handler.calls().size() == 10);
        awaitFinished(TaskStatus.SUCCESS, 10);
        assertThat(rows(TaskStatus.SUCCESS)).allMatch(row -> row.attempts() == 2 && row.leaseEpoch() == 2);
        assertThat(handler.calls()).allMatch(call -> call.attempt() == 2);
    }

    @Test
    void aNodeThatStoodStillLongerThanItsLeaseDoesNotWriteOverItsSuccessor() {
        insertDue(1, Clock.systemUTC(), 1, 1);
        var resumes = new CountDownLatch(1);
        var hung = new StubHandler(_ -> {
            resumes.await();
            return new Outcome.Permanent("the late result");
        });
        Node paused = new Node(hung);
        await().atMost(SOON).until(() -> hung.runningNow() == 1);
        paused.work.standStill();
        new Node(StubHandler.done());
        awaitFinished(TaskStatus.SUCCESS, 1);
        resumes.countDown();
        await().atMost(SOON).until(() -> hung.runningNow() == 0);
        paused.work.goOn();
        await().atMost(SOON).until(() -> paused.counted("lease-lost") == 1);
        TaskRow row = rows(TaskStatus.SUCCESS).getFirst();
        assertThat(row.leaseEpoch()).isEqualTo(2);
        assertThat(row.lastError()).isEmpty();
        assertThat(paused.counted("failed")).isZero();
    }

    @Test
    void nodesWhoseClocksAreTwoHoursApartAgreeOnWhatIsDue() {
        insertDue(1, Clock.offset(Clock.systemUTC(), Duration.ofHours(-1)), 1, 20);
        insertDue(2, Clock.offset(Clock.systemUTC(), Duration.ofHours(1)), 21, 40);
        var handler = new StubHandler(
                call -> call.attempt() == 1 ? new Outcome.Retry("HTTP 503", Optional.empty()) : new Outcome.Done("ok"));
        new Node(handler);
        new Node(handler);
        awaitFinished(TaskStatus.SUCCESS, 40);
        assertThat(handler.calls()).hasSize(80);
        assertThat(rows(TaskStatus.SUCCESS)).allSatisfy(row -> {
            assertThat(row.retryCount()).isEqualTo(1);
            assertThat(Duration.between(row.createdAt(), row.updatedAt())).isBetween(Duration.ofMillis(800), SOON);
        });
    }
}
