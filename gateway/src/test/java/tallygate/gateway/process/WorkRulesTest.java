package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.Ordering;
import tallygate.gateway.task.TaskStatus;

/** Priorities, cadence, deadlines, and what a person is told of lanes. */
class WorkRulesTest {
    private static final Actor ANNA = new Actor("anna", "cli");
    private static final RetryPolicy QUICK =
            RetryPolicy.of(new Backoff.Fixed(Duration.ofMillis(20), 2), new Jitter.Percent(0));
    private static final WorkRoute.Limits LIMITS = new WorkRoute.Limits(8, 64, Duration.ofMinutes(1));

    private final List<Alert> raised = new CopyOnWriteArrayList<>();
    private final List<String> resolved = new CopyOnWriteArrayList<>();
    private final WorkerRig rig = new WorkerRig(new Alerts() {
        @Override
        public void raise(Alert alert) {
            raised.add(alert);
        }

        @Override
        public void resolve(String kind, String subject) {
            resolved.add(kind + " " + subject);
        }
    });

    @AfterEach
    void close() throws InterruptedException {
        rig.close();
    }

    private static RouteRules priority(int priority) {
        return new RouteRules(
                priority, 2, Duration.ofMillis(200), 0, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static WorkRoute route(String name, StubHandler handler, RetryPolicy policy, RouteRules rules) {
        return new WorkRoute(name, handler, policy, LIMITS, rules);
    }

    private void awaitAlert(String kind, String subject) {
        await().atMost(WorkerRig.SOON)
                .until(() -> raised.stream()
                        .anyMatch(alert ->
                                alert.kind().equals(kind) && alert.subject().equals(subject)));
    }

    @Test
    void aHigherPriorityBeginsFirstAndALowerOneIsNotForgotten() {
        var nanos = new AtomicLong();
        var holdings = new Holdings(
                nanos::get,
                WorkConfig.LEASE_DEFAULT,
                new WorkConfig.Pace(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(5),
                        3,
                        1));
        holdings.routes(List.of(
                route("low", StubHandler.done(), QUICK, priority(1)),
                route("high", StubHandler.done(), QUICK, priority(9))));
        for (long id = 1; id <= 40; id++) {
            LeasedTask task = SampleTasks.leased(id, id <= 20 ? "low" : "high", 0);
            assertThat(holdings.admit(List.of(task), 0, false)).isEmpty();
        }
        int high = 0;
        for (int i = 0; i < 20; i++) {
            Holding next = holdings.next().orElseThrow();
            high += next.route().name().equals("high") ? 1 : 0;
            holdings.ended(next, Signal.ANSWERS);
            holdings.gone(next);
        }
        assertThat(high).as("of the first twenty").isBetween(16, 19);
    }

    @Test
    void aRouteIsScannedAsOftenAsItSaysUnlessItHasMore() {
        var nanos = new AtomicLong();
        var cadence = new Cadence(nanos::get, Duration.ofMillis(200));
        var always = new Rooms.Opening("payments", 8, Duration.ofMillis(200), Optional.empty());
        var rarely = new Rooms.Opening("reports", 8, Duration.ofMinutes(5), Optional.empty());
        assertThat(cadence.due(List.of(always, rarely))).containsExactly(always, rarely);
        cadence.scanned(Set.of("payments", "reports"), false);
        nanos.addAndGet(Duration.ofMinutes(4).toNanos());
        assertThat(cadence.due(List.of(always, rarely))).containsExactly(always);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(cadence.due(List.of(always, rarely))).containsExactly(always, rarely);
        cadence.scanned(Set.of("reports"), true);
        assertThat(cadence.due(List.of(rarely))).containsExactly(rarely);
    }

    @Test
    void aTryThatWouldComeAfterTheDeadlineIsNotMade() {
        var policy = new RetryPolicy(
                new Backoff.Fixed(Duration.ofSeconds(5), 7),
                new Jitter.Percent(0),
                Map.of(),
                Map.of(),
                Waits.DEFAULT,
                Optional.of(Duration.ofSeconds(10)),
                Duration.ZERO);
        var refused = new Outcome.Retry("HTTP 503", Optional.empty());
        assertThat(Decision.after(
                        refused, SampleTasks.task("payment", 0, Duration.ofSeconds(4)), policy, new Random(1)))
                .isInstanceOf(Move.Retry.class);
        assertThat(Decision.after(
                        refused, SampleTasks.task("payment", 0, Duration.ofSeconds(6)), policy, new Random(1)))
                .isInstanceOfSatisfying(Move.Fail.class, fail -> {
                    assertThat(fail.outcome()).isEqualTo(LastOutcome.REFUSED);
                    assertThat(fail.error()).isEqualTo("its deadline of PT10S is over: HTTP 503");
                });
    }

    @Test
    void anEarlyCallbackWhoseOrderDoesNotComeIsTold() {
        var policy = new RetryPolicy(
                new Backoff.Fixed(Duration.ofMillis(20), 2),
                new Jitter.Percent(0),
                Map.of(),
                Map.of(),
                new Waits(Duration.ofMillis(20), Duration.ofMillis(50), Duration.ofMillis(200)));
        var handler = new StubHandler(_ -> new Outcome.Park("no such order", Duration.ZERO));
        rig.insertDue("orders", 1, 1);
        rig.start(route("orders", handler, policy, WorkerRig.WITHOUT_BREAKER));
        awaitAlert("early-overdue", "1");
        rig.awaitRows(TaskStatus.FAILED, 1);
        assertThat(raised.stream().filter(alert -> alert.kind().equals("early-overdue")))
                .first()
                .satisfies(alert -> assertThat(alert.facts())
                        .containsEntry("biz_id", "order-1")
                        .containsEntry("route", "orders"));
        assertThat(rig.row(1).retryCount())
                .as("tries count after the deadline only")
                .isEqualTo(2);
    }

    @Test
    void aFailedTaskThatHoldsBackItsKeyIsTold() {
        var handler = new StubHandler(_ -> new Outcome.Permanent("HTTP 422"));
        rig.insertDue("orders", 1, 1);
        rig.startWithLanes(route(
                "orders",
                handler,
                QUICK,
                WorkerRig.WITHOUT_BREAKER.inOrder(new Ordering(Duration.ofMillis(50), true))));
        awaitAlert("order-blocked", "1");
        assertThat(rig.row(1).status()).isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void aLaneWhoseOrderThisNodeDoesNotKnowIsLeftAloneAndTold() {
        rig.store.order("orders", true, ANNA, "other nodes keep it");
        rig.insertDue("mails", 11, 12);
        rig.startWithLanes(WorkerRig.route("orders", StubHandler.done()), WorkerRig.route("mails", StubHandler.done()));
        awaitAlert("lane-order-unknown", "orders");
        rig.insertDue("orders", 1, 3);
        rig.awaitRows(TaskStatus.SUCCESS, 2);
        await().during(Duration.ofMillis(500))
                .atMost(WorkerRig.SOON)
                .until(() -> rig.row(1).status() == TaskStatus.PENDING);
        rig.store.order("orders", false, ANNA, "given up");
        rig.awaitRows(TaskStatus.SUCCESS, 5);
        assertThat(resolved).contains("lane-order-unknown orders");
    }

    @Test
    void aNewHandlerThatRefusesEverythingIsPausedAndToldWhileOtherRoutesRunOn() {
        var rules =
                new RouteRules(5, 2, Duration.ofMillis(200), 5, Optional.empty(), Optional.empty(), Optional.empty());
        var good = StubHandler.done();
        var bad = new StubHandler(_ -> new Outcome.Permanent("HTTP 400 since the release"));
        WorkRoute mails = WorkerRig.route("mails", StubHandler.done());
        rig.insertDue("orders", 1, 20);
        Worker worker = rig.startWithLanes(route("orders", good, QUICK, rules), mails);
        rig.awaitRows(TaskStatus.SUCCESS, 20);
        worker.routes(List.of(route("orders", bad, QUICK, rules), mails));
        rig.insertDue("orders", 101, 600);
        awaitAlert("lane-paused", "orders");
        rig.insertDue("mails", 3_001, 3_040);
        rig.awaitRows(TaskStatus.SUCCESS, 60);
        await().during(Duration.ofMillis(500))
                .atMost(WorkerRig.SOON)
                .until(() -> bad.calls().size() < 450);
        long failed = rig.rows(TaskStatus.FAILED);
        assertThat(failed).as("a bad release fails a few, not all").isBetween(5L, 450L);
        worker.routes(List.of(route("orders", StubHandler.done(), QUICK, rules), mails));
        rig.store.resume("orders", ANNA, "rolled back");
        rig.awaitRows(TaskStatus.SUCCESS, 560 - failed);
        assertThat(resolved).contains("lane-paused orders");
    }

    /** Two nodes of one store: one was given a bad release. */
    @Test
    void whatABadVersionLeavesIsDoneByNodesWithAnotherOne() throws InterruptedException {
        var rules =
                new RouteRules(5, 2, Duration.ofMillis(200), 5, Optional.empty(), Optional.empty(), Optional.empty());
        var bad = new StubHandler(_ -> new Outcome.Permanent("HTTP 400 since the release"));
        Worker newer = rig.startWithLanes(new WorkRoute("orders", "new", bad, QUICK, LIMITS, rules));
        rig.insertDue("orders", 1, 300);
        await().atMost(WorkerRig.SOON)
                .until(() -> rig.store.lanes().stream()
                        .anyMatch(lane -> lane.versions().containsKey("new")));
        await().atMost(WorkerRig.SOON).until(() -> rig.rows(TaskStatus.PROCESSING) == 0);
        long failed = rig.rows(TaskStatus.FAILED);
        var good = StubHandler.done();
        rig.startWithLanes(new WorkRoute("orders", "old", good, QUICK, LIMITS, rules));
        rig.awaitRows(TaskStatus.SUCCESS, 300 - failed);
        rig.insertDue("orders", 1_001, 1_200);
        rig.awaitRows(TaskStatus.SUCCESS, 500 - failed);
        assertThat(rig.rows(TaskStatus.FAILED)).as("by the bad version").isEqualTo(failed);
        assertThat(bad.calls()).hasSize((int) failed);
        assertThat(raised)
                .filteredOn(alert -> alert.kind().equals("lane-paused"))
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(alert.facts()).containsEntry("version", "new"));
        newer.routes(List.of(new WorkRoute("orders", "newer", StubHandler.done(), QUICK, LIMITS, rules)));
        await().atMost(WorkerRig.SOON).until(() -> resolved.contains("lane-paused orders"));
    }
}
