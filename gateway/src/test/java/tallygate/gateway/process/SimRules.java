package tallygate.gateway.process;

import java.time.Duration;
import tallygate.gateway.task.Ordering;

/** The rules of a history's routes: short times, so that much happens. */
final class SimRules {
    private SimRules() {}

    static RouteRules of(SimPlan plan, boolean isOrdered, SimReceiver receiver) {
        if (!plan.hasRules()) {
            return WorkerRig.WITHOUT_BREAKER;
        }
        var breaker = new RouteRules.Breaker(
                3,
                60,
                Duration.ofSeconds(5),
                Duration.ofMillis(200),
                Duration.ofMillis(800),
                1,
                Duration.ZERO,
                Duration.ofDays(1));
        RouteRules rules = WorkerRig.WITHOUT_BREAKER.with(breaker);
        return isOrdered
                ? rules.inOrder(new Ordering(Duration.ofMillis(100), false))
                : rules.probedBy(new ProbeRule(receiver::asked, Duration.ofMillis(300), 10, 20, true));
    }
}
