package tallygate.gateway;

import java.util.Optional;
import tallygate.callback.handler.HandlerTools;
import tallygate.callback.handler.HttpProbe;
import tallygate.config.BreakerConfig;
import tallygate.config.CareConfig;
import tallygate.config.OrderConfig;
import tallygate.config.ProbeConfig;
import tallygate.config.value.Secret;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.process.ProbeRule;
import tallygate.gateway.process.RouteRules;
import tallygate.gateway.process.Worker;
import tallygate.gateway.task.Ordering;

/** From the configuration's rules of fairness, breaker and order to the worker's. */
final class RouteCare {
    private RouteCare() {}

    static RouteRules rules(CareConfig care, HandlerTools tools) {
        return new RouteRules(
                care.priority(),
                care.concurrencyLeast(),
                care.scan(),
                care.poison(),
                breaker(care.breaker()),
                care.order().map(RouteCare::order),
                care.probe().map(probe -> probe(probe, tools)));
    }

    static Worker.Stores stores(MySqlStores stores) {
        return new Worker.Stores(
                stores.work(),
                stores.lanes(),
                new Worker.Questions(stores.probes(), stores.admin(), stores.discrepancies()),
                () -> stores.admin().counts());
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

    private static ProbeRule probe(ProbeConfig probe, HandlerTools tools) {
        var settings = new HttpProbe.Settings(
                probe.url(),
                probe.timeout(),
                probe.secrets().stream().map(Secret::reveal).toList());
        boolean isReopening = probe.whenMissing() == ProbeConfig.WhenMissing.REOPEN;
        return new ProbeRule(
                new HttpProbe(settings, tools), probe.after(), probe.batch(), probe.asksMost(), isReopening);
    }

    private static Ordering order(OrderConfig order) {
        return switch (order.whenFailed()) {
            case WAIT -> new Ordering(order.settle(), true);
            case GO_ON -> new Ordering(order.settle(), false);
        };
    }
}
