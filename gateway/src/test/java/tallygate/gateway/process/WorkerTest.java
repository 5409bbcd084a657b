package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskStatus;

class WorkerTest {
    private final WorkerRig rig = new WorkerRig();

    @AfterEach
    void stop() throws InterruptedException {
        rig.close();
    }

    @Test
    void dueTasksAreClaimedHandledOnceAndCompleted() {
        var handler = StubHandler.done();
        rig.insertDue("orders", 1, 500);
        rig.start(WorkerRig.route("orders", handler));
        rig.awaitRows(TaskStatus.SUCCESS, 500);
        assertThat(handler.calls()).hasSize(500).allMatch(call -> call.attempt() == 1);
        assertThat(handler.runningMost()).isLessThanOrEqualTo(8);
        assertThat(rig.counted("orders", "done")).isEqualTo(500);
    }

    @Test
    void aTaskHandedOverAfterItsInsertIsRunWithoutAClaim() {
        var handler = StubHandler.done();
        HandOver handOver = rig.start(WorkerRig.route("orders", handler)).handOver();
        assertThat(handOver.reserve("orders")).isTrue();
        NewTask task = SampleTasks.leased(1, "orders");
        Insertion fresh =
                rig.store.insert(List.of(task), 1, WorkConfig.LEASE_DEFAULT).getFirst();
        handOver.give(List.of(LeasedTask.handedOver(task, fresh.task(), Instant.EPOCH)), Duration.ofMillis(3));
        rig.awaitRows(TaskStatus.SUCCESS, 1);
        assertThat(rig.row(1).leaseEpoch()).isEqualTo(1);
        assertThat(handler.calls()).hasSize(1);
    }

    @Test
    void roomIsReservedUpToTheBoundAndGivenBack() {
        var worker = rig.start(
                WorkerRig.route("orders", StubHandler.done(), new WorkRoute.Limits(2, 2, Duration.ofMinutes(1))));
        HandOver handOver = worker.handOver();
        assertThat(handOver.reserve("orders")).isTrue();
        assertThat(handOver.reserve("orders")).isTrue();
        assertThat(handOver.reserve("orders")).isTrue();
        assertThat(handOver.reserve("orders")).isFalse();
        assertThat(handOver.reserve("unknown")).isFalse();
        handOver.release("orders");
        assertThat(handOver.reserve("orders")).isTrue();
        for (int n = 0; n < 3; n++) {
            handOver.release("orders");
        }
    }

    @Test
    void aFailedTryIsMadeAgainWithTheSameKeyUntilItSucceeds() {
        var handler = new StubHandler(
                call -> call.attempt() < 3 ? new Outcome.Retry("HTTP 503", Optional.empty()) : new Outcome.Done("ok"));
        rig.insertDue("orders", 1, 1);
        rig.start(WorkerRig.route("orders", handler));
        rig.awaitRows(TaskStatus.SUCCESS, 1);
        assertThat(handler.calls())
                .extracting(call -> call.idempotencyKey())
                .containsExactly("shop:paid:pi_1", "shop:paid:pi_1", "shop:paid:pi_1");
        assertThat(rig.row(1).retryCount()).isEqualTo(2);
        assertThat(rig.counted("orders", "retried")).isEqualTo(2);
    }

    @Test
    void theEighthFailureIsTheLast() {
        var handler = new StubHandler(_ -> new Outcome.Unknown("no answer"));
        rig.insertDue("orders", 1, 1);
        rig.start(WorkerRig.route("orders", handler));
        rig.awaitRows(TaskStatus.FAILED, 1);
        assertThat(handler.calls()).hasSize(8);
        assertThat(rig.row(1).retryCount()).isEqualTo(7);
        assertThat(rig.row(1).lastOutcome()).isEqualTo(LastOutcome.UNKNOWN);
        assertThat(rig.row(1).lastError()).isEqualTo("tries used up (8): no answer");
        assertThat(rig.counted("orders", "failed")).isEqualTo(1);
    }

    @Test
    @Tag("O-090")
    @Tag("F-12")
    void aHandlerThatThrowsAnErrorFailsItsOwnTaskOnly() {
        var handler = new StubHandler(call -> switch (call.bizId()) {
            case "order-1" -> throw new StackOverflowError();
            case "order-2" -> throw new OutOfMemoryError("pretended");
            case "order-3" -> throw new NoClassDefFoundError("missing");
            default -> new Outcome.Done("ok");
        });
        rig.insertDue("orders", 1, 40);
        rig.start(WorkerRig.route("orders", handler));
        rig.awaitRows(TaskStatus.SUCCESS, 37);
        rig.awaitRows(TaskStatus.FAILED, 3);
        assertThat(rig.row(2).lastError())
                .contains("java.lang.OutOfMemoryError")
                .doesNotContain("pretended");
    }

    @Test
    @Tag("F-31")
    void aHungReceiverTakesNoRoomFromOthers() {
        var never = new CountDownLatch(1);
        var hung = new StubHandler(_ -> {
            never.await();
            return new Outcome.Done("late");
        });
        var healthy = StubHandler.done();
        rig.insertDue("hung", 1, 300);
        rig.insertDue("healthy", 1001, 1300);
        rig.start(WorkerRig.route("hung", hung), WorkerRig.route("healthy", healthy));
        rig.awaitRows(TaskStatus.SUCCESS, 300);
        assertThat(healthy.calls()).hasSize(300);
        assertThat(hung.runningMost()).isEqualTo(8);
        // Eight run and sixteen wait; the rest stays in the table for nodes with room.
        assertThat(rig.rows(TaskStatus.PROCESSING)).isLessThanOrEqualTo(24);
        never.countDown();
        rig.awaitRows(TaskStatus.SUCCESS, 600);
    }

    @Test
    @Tag("F-59")
    void tasksOfRoutesThatANodeDoesNotKnowAreLeftAlone() {
        var handler = StubHandler.done();
        rig.insertDue("others", 1, 5);
        rig.insertDue("orders", 6, 10);
        rig.start(WorkerRig.route("orders", handler));
        rig.awaitRows(TaskStatus.SUCCESS, 5);
        assertThat(rig.rows(TaskStatus.PENDING)).isEqualTo(5);
        assertThat(handler.calls()).allMatch(call -> call.route().equals("orders"));
    }

    @Test
    @Tag("O-111")
    void aCallOverItsRunLimitIsInterruptedAndTriedAgain() {
        var never = new CountDownLatch(1);
        var handler = new StubHandler(call -> {
            if (call.attempt() == 1) {
                never.await();
            }
            return new Outcome.Done("ok");
        });
        rig.insertDue("orders", 1, 1);
        rig.start(
                Duration.ofSeconds(1),
                WorkerRig.route("orders", handler, new WorkRoute.Limits(1, 0, Duration.ofMillis(200))));
        rig.awaitRows(TaskStatus.SUCCESS, 1);
        assertThat(rig.row(1).retryCount()).isEqualTo(1);
        assertThat(rig.counted("orders", "retried")).isEqualTo(1);
        await().atMost(WorkerRig.SOON).until(() -> handler.runningNow() == 0);
    }

    @Test
    void aNodeThatStandsAsideGivesBackWhatHasNotBegunAndGoesOnByItself() {
        var gate = new CountDownLatch(1);
        var handler = new StubHandler(_ -> {
            gate.await();
            return new Outcome.Done("ok");
        });
        rig.insertDue("orders", 1, 10);
        var worker = rig.start(WorkerRig.route("orders", handler, new WorkRoute.Limits(2, 6, Duration.ofMinutes(1))));
        await().atMost(WorkerRig.SOON).until(() -> rig.rows(TaskStatus.PROCESSING) == 8 && handler.runningNow() == 2);
        worker.standAside(true);
        rig.awaitRows(TaskStatus.PENDING, 8);
        assertThat(rig.meters.get("tallygate.work.aside").gauge().value()).isEqualTo(1);
        gate.countDown();
        rig.awaitRows(TaskStatus.SUCCESS, 2);
        await().during(Duration.ofMillis(500))
                .atMost(WorkerRig.SOON)
                .until(() -> handler.calls().size() == 2 && rig.rows(TaskStatus.PENDING) == 8);
        assertThat(rig.row(10).attempts()).isZero();
        worker.standAside(false);
        rig.awaitRows(TaskStatus.SUCCESS, 10);
        assertThat(handler.calls()).hasSize(10);
    }

    @Test
    void routesCanBeAddedAndTakenAwayWhileWorking() {
        var first = StubHandler.done();
        var second = StubHandler.done();
        var worker = rig.start(WorkerRig.route("first", first));
        rig.insertDue("second", 1, 3);
        worker.routes(List.of(WorkerRig.route("second", second)));
        rig.awaitRows(TaskStatus.SUCCESS, 3);
        assertThat(worker.handOver().reserve("first")).isFalse();
        assertThat(second.calls()).hasSize(3);
    }

    @Test
    void everyLoopTicks() {
        var worker = rig.start(WorkerRig.route("orders", StubHandler.done()));
        assertThat(worker.loopAges())
                .extracting(Worker.LoopAge::loop)
                .containsExactly("claimer", "patrol", "completer", "lease-keeper", "readings");
        await().atMost(WorkerRig.SOON)
                .until(() -> worker.loopAges().stream()
                        .allMatch(age -> age.sinceRound().compareTo(Duration.ofSeconds(3)) < 0));
    }
}
