package tallygate.gateway;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import tallygate.gateway.task.LaneReading;

/** What this node has under way for each route, read off its own metrics, so that page and graph say the same. */
final class LaneFigures {
    private final MeterRegistry meters;

    LaneFigures(MeterRegistry meters) {
        this.meters = meters;
    }

    /** By route. */
    List<LaneReading> now() {
        return meters.find("tallygate.workers.limit").gauges().stream()
                .flatMap(gauge -> Stream.ofNullable(gauge.getId().getTag("route")))
                .sorted()
                .map(route -> new LaneReading(
                        route,
                        read("tallygate.workers.busy", route),
                        read("tallygate.workers.waiting", route),
                        read("tallygate.workers.limit", route),
                        read("tallygate.breaker.open", route) > 0))
                .toList();
    }

    private int read(String name, String route) {
        Gauge gauge = meters.find(name).tag("route", route).gauge();
        double value = gauge == null ? 0 : gauge.value();
        return Double.isFinite(value) ? (int) value : 0;
    }
}
