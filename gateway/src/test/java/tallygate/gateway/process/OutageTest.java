package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.callback.Outcome;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;

/** Real workers and a receiver that goes away and comes back. */
class OutageTest {
    private static final Duration RAMP = Duration.ofSeconds(4);
    private static final RouteRules.Breaker BREAKER = new RouteRules.Breaker(
            10, 50, Duration.ofSeconds(5), Duration.ofMillis(200), Duration.ofMillis(400), 2, RAMP, Duration.ofDays(1));
    private static final WorkRoute.Limits LIMITS = new WorkRoute.Limits(16, 16, Duration.ofMinutes(1));

    private final WorkerRig rig = new WorkerRig();
    private final AtomicBoolean isAway = new AtomicBoolean(true);

    @AfterEach
    void close() throws InterruptedException {
        rig.close();
    }

    private static WorkRoute route(String name, StubHandler handler, RouteRules rules) {
        var policy = RetryPolicy.of(new Backoff.Fixed(Duration.ofMillis(50), 7), new Jitter.Percent(20));
        return new WorkRoute(name, handler, policy, LIMITS, rules);
    }

    private StubHandler receiver(AtomicInteger calls) {
        return new StubHandler(_ -> {
            calls.incrementAndGet();
            return isAway.get() ? new Outcome.Unknown("connection reset") : new Outcome.Done("ok");
        });
    }

    @Test
    @Tag("F-30")
    void whileTheReceiverIsAwayTasksWaitWithoutUsingTriesAndOthersRunOn() {
        var calls = new AtomicInteger();
        var other = StubHandler.done();
        rig.start(route("away", receiver(calls), RouteRules.DEFAULT.with(BREAKER)), WorkerRig.route("other", other));
        rig.insertDue("away", 1, 200);
        await().atMost(WorkerRig.SOON)
                .until(() -> rig.store.rows().stream()
                        .anyMatch(row -> row.waitReason() == WaitReason.BREAKER && row.attempts() == row.retryCount()));
        int before = calls.get();
        rig.insertDue("other", 1_001, 1_300);
        rig.awaitRows(TaskStatus.SUCCESS, 300);
        long used = rig.store.rows().stream()
                .filter(row -> row.route().equals("away"))
                .mapToLong(row -> row.retryCount())
                .sum();
        assertThat(used).as("tries used by 200 tasks").isLessThan(200);
        assertThat(calls.get() - before).as("calls while others were served").isLessThan(60);
        assertThat(rig.rows(TaskStatus.FAILED)).isZero();
        isAway.set(false);
        rig.awaitRows(TaskStatus.SUCCESS, 500);
        assertThat(rig.meters
                        .get("tallygate.breaker.opened")
                        .tag("route", "away")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void afterTheOutageTheReceiverIsNotStormed() {
        var calls = new AtomicInteger();
        Map<Long, Integer> bySlot = new ConcurrentHashMap<>();
        var back = new java.util.concurrent.atomic.AtomicLong();
        var handler = new StubHandler(_ -> {
            calls.incrementAndGet();
            if (isAway.get()) {
                return new Outcome.Unknown("connection reset");
            }
            back.compareAndSet(0, System.nanoTime());
            bySlot.merge((System.nanoTime() - back.get()) / 1_000_000_000L, 1, Integer::sum);
            return new Outcome.Done("ok");
        });
        rig.start(route("orders", handler, RouteRules.DEFAULT.with(BREAKER)));
        rig.insertDue("orders", 1, 2_000);
        await().atMost(WorkerRig.SOON).until(() -> calls.get() >= 30);
        isAway.set(false);
        rig.awaitRows(TaskStatus.SUCCESS, 2_000);
        double doublings = 10.0 / RAMP.toSeconds();
        for (long second = 0; second < RAMP.toSeconds() - 1; second++) {
            double allowed = Ramp.FIRST * Math.pow(2, doublings * (second + 1));
            assertThat((double) bySlot.getOrDefault(second, 0))
                    .as("requests in second %d after the recovery, of %s", second, bySlot)
                    .isLessThanOrEqualTo(allowed + BREAKER.probes() + 1);
        }
        assertThat(rig.rows(TaskStatus.FAILED)).isZero();
    }

    @Test
    void aHandlerThatRefusesEverythingForGoodIsPausedAndOthersRunOn() {
        var bad = new StubHandler(_ -> new Outcome.Permanent("HTTP 422 (empty)"));
        var good = StubHandler.done();
        RouteRules rules =
                new RouteRules(5, 2, Duration.ofMillis(200), 20, Optional.empty(), Optional.empty(), Optional.empty());
        rig.startWithLanes(route("bad", bad, rules), route("good", good, rules));
        rig.insertDue("bad", 1, 2_000);
        await().atMost(WorkerRig.SOON)
                .until(() -> rig.store.lanes().stream()
                        .anyMatch(lane ->
                                lane.route().equals("bad") && !lane.versions().isEmpty()));
        rig.insertDue("good", 3_001, 3_300);
        rig.awaitRows(TaskStatus.SUCCESS, 300);
        await().atMost(WorkerRig.SOON).until(() -> rig.rows(TaskStatus.PROCESSING) == 0);
        assertThat(rig.rows(TaskStatus.FAILED)).isBetween(20L, 400L);
        assertThat(rig.store.auditLog(Long.MAX_VALUE, 10))
                .extracting(row -> row.actor().name() + " " + row.action())
                .contains("tallygate handler-pause");
    }

    @Test
    void aLanePausedByHandStandsStillOnAllNodesUntilItIsResumed() {
        var first = StubHandler.done();
        var second = StubHandler.done();
        var anna = new tallygate.gateway.task.Actor("anna", "cli");
        rig.store.pause("orders", anna, "stock-taking");
        rig.startWithLanes(WorkerRig.route("orders", first), WorkerRig.route("other", first));
        rig.startWithLanes(WorkerRig.route("orders", second), WorkerRig.route("other", second));
        await().atMost(WorkerRig.SOON)
                .until(() -> rig.meters
                                .get("tallygate.lane.paused")
                                .tag("route", "orders")
                                .gauge()
                                .value()
                        == 1);
        int early = first.calls().size() + second.calls().size();
        rig.insertDue("orders", 1, 300);
        rig.insertDue("other", 1_001, 1_300);
        rig.awaitRows(TaskStatus.SUCCESS, 300);
        assertThat(List.of(first.calls(), second.calls()))
                .allSatisfy(
                        calls -> assertThat(calls).allMatch(call -> call.route().equals("other")));
        assertThat(early).isZero();
        rig.store.resume("orders", anna, "counted");
        rig.awaitRows(TaskStatus.SUCCESS, 600);
    }
}
