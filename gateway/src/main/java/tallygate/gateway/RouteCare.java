package tallygate.gateway;

import java.util.Optional;
import tallygate.config.BreakerConfig;
import tallygate.config.CareConfig;
import tallygate.config.OrderConfig;
import tallygate.gateway.process.RouteRules;
import tallygate.gateway.task.Ordering;

/** From the configuration's rules of fairness, breaker and order to the worker's. */
final class RouteCare {
    private RouteCare() {}

    static RouteRules rules(CareConfig care) {
        return new RouteRules(
                care.priority(),
                care.concurrencyLeast(),
                care.scan(),
                care.poison(),
                breaker(care.breaker()),
                care.order().map(RouteCare::order));
    }

    private static Optional<RouteRules.Breaker> breaker(BreakerConfig breaker) {
        return breaker.calls() == 0
                ? Optional.empty()
                : Optional.of(new RouteRules.Breaker(
                        breaker.calls(),
                        breaker.percent(),
                        breaker.window(),
                        breaker.open(),
                        breaker.openMost(),
                        breaker.probes(),
                        breaker.ramp(),
                        breaker.deadline()));
    }

    private static Ordering order(OrderConfig order) {
        return switch (order.whenFailed()) {
            case WAIT -> new Ordering(order.settle(), true);
            case GO_ON -> new Ordering(order.settle(), false);
        };
    }
}
