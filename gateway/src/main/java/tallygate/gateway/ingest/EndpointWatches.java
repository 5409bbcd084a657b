package tallygate.gateway.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tallygate.gateway.alert.Alerts;

/** The watch of each endpoint, which outlives reloads. */
final class EndpointWatches {
    private final RefusalLimits.Alarm limits;
    private final Alerts alerts;
    private final MeterRegistry registry;
    private final Map<String, EndpointWatch> byName = new ConcurrentHashMap<>();

    EndpointWatches(RefusalLimits.Alarm limits, Alerts alerts, MeterRegistry registry) {
        this.limits = limits;
        this.alerts = alerts;
        this.registry = registry;
    }

    EndpointWatch of(String endpoint) {
        return byName.computeIfAbsent(endpoint, name -> new EndpointWatch(name, limits, alerts, registry));
    }

    /** Other endpoints, or other keys: what was refused before says nothing about them. */
    void startAnew() {
        byName.values().forEach(EndpointWatch::startAnew);
    }
}
