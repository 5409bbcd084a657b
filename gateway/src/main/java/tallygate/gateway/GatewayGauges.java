package tallygate.gateway;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import tallygate.gateway.mysql.MySqlStores;

/** Gauges of the process that belong to none of its parts. */
final class GatewayGauges {
    private GatewayGauges() {}

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
