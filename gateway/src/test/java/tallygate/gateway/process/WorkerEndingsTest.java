package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskStatus;

/** Drains, leases that are lost or kept, and a store that fails. */
class WorkerEndingsTest {
    private static final Duration SHORT_LEASE = Duration.ofSeconds(1);
    private final WorkerRig rig = new WorkerRig();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() throws InterruptedException {
        end.countDown();
        rig.close();
    }

    private StubHandler waiting() {
        return new StubHandler(_ -> {
            end.await();
            return new Outcome.Done("ok");
        });
    }

    private Worker startWith(StubHandler handler, Duration lease) {
        return rig.start(lease, WorkerRig.route("orders", handler, new WorkRoute.Limits(2, 4, Duration.ofMinutes(1))));
    }

    @Test
    void aDrainFinishesWhatRunsAndGivesTheRestBackUnstarted() throws InterruptedException {
        var handler = waiting();
        rig.insertDue("orders", 1, 6);
        Worker worker = startWith(handler, WorkConfig.LEASE_DEFAULT);
        await().atMost(WorkerRig.SOON).until(() -> rig.rows(TaskStatus.PROCESSING) == 6 && handler.runningNow() == 2);
        end.countDown();
        assertThat(worker.drain(Duration.ofSeconds(20))).isZero();
        assertThat(rig.rows(TaskStatus.PROCESSING)).isZero();
        assertThat(rig.rows(TaskStatus.SUCCESS)).isEqualTo(handler.calls().size());
        assertThat(rig.store.rows())
                .filteredOn(row -> row.status() == TaskStatus.PENDING)
                .allSatisfy(row -> {
                    assertThat(row.attempts()).isZero();
                    assertThat(row.retryCount()).isZero();
                });
    }

    @Test
    void whatDoesNotEndWithinTheWaitIsInterruptedAndTriedAgainByAnother() throws InterruptedException {
        var handler = waiting();
        rig.insertDue("orders", 1, 3);
        Worker worker = startWith(handler, WorkConfig.LEASE_DEFAULT);
        await().atMost(WorkerRig.SOON).until(() -> rig.rows(TaskStatus.PROCESSING) == 3 && handler.runningNow() == 2);
        assertThat(worker.drain(Duration.ofMillis(100))).isZero();
        assertThat(rig.rows(TaskStatus.PENDING)).isEqualTo(3);
        assertThat(rig.store.rows())
                .filteredOn(row -> row.retryCount() == 1)
                .hasSize(2)
                .allSatisfy(
                        row -> assertThat(row.lastError()).isEqualTo("the node stopped while the call was under way"));
        await().atMost(WorkerRig.SOON).until(() -> handler.runningNow() == 0);
        var other = StubHandler.done();
        startWith(other, WorkConfig.LEASE_DEFAULT);
        rig.awaitRows(TaskStatus.SUCCESS, 3);
    }

    @Test
    void aHandOverThatArrivesDuringTheDrainIsGivenBack() throws InterruptedException {
        Worker worker = startWith(StubHandler.done(), WorkConfig.LEASE_DEFAULT);
        HandOver handOver = worker.handOver();
        assertThat(handOver.reserve("orders")).isTrue();
        NewTask task = SampleTasks.leased(1, "orders");
        Insertion stored =
                rig.store.insert(List.of(task), 1, WorkConfig.LEASE_DEFAULT).getFirst();
        var drained = new AtomicInteger(-1);
        Thread drain = Thread.ofVirtual().start(() -> {
            try {
                drained.set(worker.drain(Duration.ofSeconds(1)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        await().atMost(WorkerRig.SOON).until(() -> !handOver.reserve("orders"));
        handOver.give(List.of(LeasedTask.handedOver(task, stored.task(), Instant.EPOCH)), Duration.ZERO);
        drain.join();
        assertThat(drained).hasValue(0);
        assertThat(rig.row(1).status()).isEqualTo(TaskStatus.PENDING);
        assertThat(rig.row(1).attempts()).isZero();
    }

    @Test
    void aCallThatLastsLongerThanTheLeaseKeepsItsTask() {
        var handler = waiting();
        rig.insertDue("orders", 1, 1);
        startWith(handler, SHORT_LEASE);
        startWith(handler, SHORT_LEASE);
        await().atMost(WorkerRig.SOON).until(() -> handler.runningNow() == 1);
        Instant end = rig.row(1).nextRetryTime();
        await().atMost(WorkerRig.SOON)
                .until(() -> rig.row(1).nextRetryTime().isAfter(end.plus(SHORT_LEASE.multipliedBy(3))));
        assertThat(rig.row(1).leaseEpoch()).isEqualTo(1);
        assertThat(handler.calls()).hasSize(1);
        this.end.countDown();
        rig.awaitRows(TaskStatus.SUCCESS, 1);
    }

    @Test
    void whenALeaseIsLostTheCallIsInterruptedAndOnlyTheNewHolderWrites() {
        var handler = new StubHandler(call -> {
            if (call.attempt() == 1) {
                end.await();
            }
            return new Outcome.Done("ok");
        });
        rig.insertDue("orders", 1, 1);
        startWith(handler, SHORT_LEASE);
        await().atMost(WorkerRig.SOON).until(() -> handler.runningNow() == 1);
        // What another node does once the lease has ended, here without waiting for it.
        for (int renewals = 0; renewals < 30; renewals++) {
            rig.store.failNext(InMemoryStore.Call.RENEW, StoreException.Kind.UNAVAILABLE, false);
        }
        startWith(handler, SHORT_LEASE);
        rig.awaitRows(TaskStatus.SUCCESS, 1);
        await().atMost(WorkerRig.SOON).until(() -> handler.runningNow() == 0);
        assertThat(rig.row(1).attempts()).isEqualTo(2);
        assertThat(handler.calls()).hasSize(2);
        await().atMost(WorkerRig.SOON).until(() -> rig.counted("orders", "lease-lost") == 1);
        assertThat(rig.counted("orders", "done")).isEqualTo(1);
        assertThat(rig.meters.counter("tallygate.leases.taken.over").count()).isEqualTo(1);
    }

    @Test
    void everyOutcomeIsWrittenThoughTheStoreFailsInEveryWay() {
        var handler = new StubHandler(
                call -> call.attempt() == 1 ? new Outcome.Retry("HTTP 503", Optional.empty()) : new Outcome.Done("ok"));
        for (StoreException.Kind kind :
                List.of(StoreException.Kind.TRANSIENT, StoreException.Kind.UNAVAILABLE, StoreException.Kind.UNKNOWN)) {
            for (InMemoryStore.Call call : List.of(InMemoryStore.Call.APPLY, InMemoryStore.Call.CLAIM)) {
                rig.store.failNext(call, kind, false);
            }
        }
        rig.store.failNext(InMemoryStore.Call.APPLY, StoreException.Kind.UNKNOWN, true);
        rig.insertDue("orders", 1, 50);
        startWith(handler, WorkConfig.LEASE_DEFAULT);
        rig.awaitRows(TaskStatus.SUCCESS, 50);
        assertThat(handler.calls()).hasSize(100);
        assertThat(rig.counted("orders", "done")).isEqualTo(50);
        assertThat(rig.counted("orders", "retried") + rig.counted("orders", "unresolved"))
                .isEqualTo(50);
    }

    @Test
    void anOutcomeThatTheStoreRefusesHoldsUpNoOther() {
        var handler = StubHandler.done();
        for (int halving = 0; halving < 3; halving++) {
            rig.store.failNext(InMemoryStore.Call.APPLY, StoreException.Kind.REFUSED, false);
        }
        rig.insertDue("orders", 1, 20);
        startWith(handler, SHORT_LEASE);
        rig.awaitRows(TaskStatus.SUCCESS, 20);
        assertThat(rig.counted("orders", "done")).isEqualTo(20);
    }

    @Test
    void countersAgreeWithTheTable() {
        var handler = new StubHandler(call -> switch (Math.toIntExact(call.taskId() % 4)) {
            case 0 -> new Outcome.Done("ok");
            case 1 -> call.attempt() < 3 ? new Outcome.Unknown("timeout") : new Outcome.Done("ok");
            case 2 -> call.attempt() < 2 ? new Outcome.Park("early", Duration.ofMillis(5)) : new Outcome.Done("ok");
            default -> new Outcome.Permanent("HTTP 422");
        });
        rig.insertDue("orders", 1, 200);
        startWith(handler, WorkConfig.LEASE_DEFAULT);
        rig.awaitRows(TaskStatus.SUCCESS, 150);
        rig.awaitRows(TaskStatus.FAILED, 50);
        await().atMost(WorkerRig.SOON).until(() -> rig.counted("orders", "done") == 150);
        assertThat(rig.counted("orders", "failed")).isEqualTo(50);
        assertThat(rig.counted("orders", "retried"))
                .isEqualTo(rig.store.rows().stream()
                        .mapToInt(row -> row.retryCount())
                        .sum());
        assertThat(rig.counted("orders", "parked")).isEqualTo(50);
        assertThat(handler.calls())
                .hasSize(rig.store.rows().stream()
                        .mapToInt(row -> row.attempts())
                        .sum());
    }

    @Test
    void aHandlerThatAReloadReplacedIsClosedOnceItsLastTaskHasEnded() {
        var old = waiting();
        rig.insertDue("orders", 1, 1);
        Worker worker = startWith(old, WorkConfig.LEASE_DEFAULT);
        await().atMost(WorkerRig.SOON).until(() -> old.runningNow() == 1);
        var next = StubHandler.done();
        worker.routes(List.of(WorkerRig.route("orders", next)));
        rig.insertDue("orders", 2, 2);
        await().atMost(WorkerRig.SOON).until(() -> next.calls().size() == 1);
        assertThat(old.isClosed()).isFalse();
        end.countDown();
        await().atMost(WorkerRig.SOON).until(old::isClosed);
        assertThat(next.isClosed()).isFalse();
        rig.awaitRows(TaskStatus.SUCCESS, 2);
    }
}
