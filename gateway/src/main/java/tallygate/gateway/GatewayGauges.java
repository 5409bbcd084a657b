package tallygate.gateway;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.BooleanSupplier;
import tallygate.callback.handler.ResultTokens;
import tallygate.gateway.mysql.MySqlStores;

/** Gauges of the process that belong to none of its parts. */
final class GatewayGauges {
    private GatewayGauges() {}

    static void watch(NodeKeeper node, BooleanSupplier isReady, MeterRegistry meters) {
        Gauge.builder("tallygate.clock.skew.seconds", node, n -> n.skew().toNanos() / 1e9)
                .description("How far this node's clock is ahead of the database's.")
                .register(meters);
        Gauge.builder("tallygate.config.drift", node, NodeKeeper::driftingNodes)
                .description("Live nodes whose configuration differs from this one's.")
                .register(meters);
        Gauge.builder("tallygate.ready", isReady, ready -> ready.getAsBoolean() ? 1 : 0)
                .description("1 while the node is to be sent callbacks.")
                .register(meters);
    }

    /** @param kind what results end: task or step */
    static ResultTokens tokens(MySqlStores stores, String kind, MeterRegistry meters) {
        var tokens = new ResultTokens(stores::resultKey);
        for (ResultTokens.Why why : ResultTokens.Why.values()) {
            FunctionCounter.builder("tallygate.results.refused", tokens, all -> all.count(why))
                    .description("Results of consumers that were dropped because they do not bring back the token of"
                            + " their hand-out")
                    .tag("kind", kind)
                    .tag("reason", why.label())
                    .register(meters);
        }
        return tokens;
    }

    static void watch(MySqlStores stores, MeterRegistry meters) {
        Gauge.builder("tallygate.pool.busy", stores, MySqlStores::busyConnections)
                .description("Pooled database connections in use; the dedicated ones are not among them.")
                .register(meters);
        Gauge.builder("tallygate.pool.waiting", stores, MySqlStores::waitingForConnections)
                .description("Threads that wait for a pooled database connection.")
                .register(meters);
        Gauge.builder("tallygate.build.info", () -> 1)
                .description("Always 1; the version is the label.")
                .tag("version", Identity.version())
                .register(meters);
    }
}
