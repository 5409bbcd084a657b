package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.gateway.task.Ordering;

/** The rules of a history's routes: short times, so that much happens. */
final class SimRules {
    private static final RetryPolicy POLICY = new RetryPolicy(
            new Backoff.Schedule(List.of(Duration.ofMillis(50), Duration.ofMillis(200), Duration.ofMillis(800))),
            new Jitter.Percent(20),
            Map.of(),
            Map.of(),
            new Waits(Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofSeconds(3)));
    private static final WorkRoute.Limits LIMITS = new WorkRoute.Limits(2, 2, Duration.ofSeconds(1));

    private SimRules() {}

    /** The third node knows one of them only. */
    static List<WorkRoute> routes(SimPlan plan, int node, boolean hasBreaker, SimReceiver receiver) {
        var a = new WorkRoute("a", SimRules::notCalled, POLICY, LIMITS, of(plan, false, hasBreaker, receiver));
        var b = new WorkRoute("b", SimRules::notCalled, POLICY, LIMITS, of(plan, true, hasBreaker, receiver));
        return node == 2 ? List.of(a) : List.of(a, b);
    }

    private static Outcome notCalled(Delivery delivery) {
        throw new IllegalStateException("the simulation stands in for handlers");
    }

    private static RouteRules of(SimPlan plan, boolean isOrdered, boolean hasBreaker, SimReceiver receiver) {
        if (!plan.hasRules()) {
            return WorkerRig.WITHOUT_BREAKER;
        }
        var breaker = new RouteRules.Breaker(
                2,
                60,
                Duration.ofSeconds(5),
                Duration.ofMillis(400),
                Duration.ofMillis(1600),
                1,
                Duration.ZERO,
                Duration.ofDays(1));
        RouteRules rules = hasBreaker ? WorkerRig.WITHOUT_BREAKER.with(breaker) : WorkerRig.WITHOUT_BREAKER;
        return isOrdered
                ? rules.inOrder(new Ordering(Duration.ofMillis(100), false))
                : rules.probedBy(new ProbeRule(receiver::asked, Duration.ofMillis(300), 10, 20, true));
    }
}
