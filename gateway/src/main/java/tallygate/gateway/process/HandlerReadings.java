package tallygate.gateway.process;

import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tallygate.callback.handler.Handler;

/** Reads every two seconds what handlers see of the other side: depths of queues, consumers, how long nobody was heard. */
final class HandlerReadings {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final MultiGauge readings;
    private volatile Map<String, Handler> handlers = Map.of();

    HandlerReadings(Instruments instruments) {
        this.readings = MultiGauge.builder("tallygate.handler.reading")
                .description("What a route's handler reads off the other side, by name")
                .register(instruments.metrics().registry());
    }

    void handlers(Map<String, Handler> byRoute) {
        handlers = Map.copyOf(byRoute);
    }

    Pause round() {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        handlers.forEach((route, handler) -> handler.readings()
                .forEach(
                        (name, value) -> rows.add(MultiGauge.Row.of(Tags.of("route", route, "reading", name), value))));
        readings.register(rows, true);
        return Pause.whole(EVERY);
    }
}
