package tallygate.gateway.ingest;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;
import tallygate.signature.Reason;

/**
 * Notices an endpoint that refuses everything: a key that was changed on one side only, a proxy that rewrites bodies, a clock
 * that is off. Forgeries beside genuine callbacks do not count, since each genuine one starts the count anew. Used by event
 * loops: never waits.
 */
final class EndpointWatch {
    /** The alert's kind. */
    static final String KIND = "endpoint-refuses-everything";

    private final String endpoint;
    private final RefusalLimits.Alarm limits;
    private final Alerts alerts;
    private volatile int inARow;
    private long firstNanos;
    private volatile boolean isRaised;

    EndpointWatch(String endpoint, RefusalLimits.Alarm limits, Alerts alerts, MeterRegistry registry) {
        this.endpoint = endpoint;
        this.limits = limits;
        this.alerts = alerts;
        Gauge.builder("tallygate.endpoint.refusing", this, watch -> watch.isRaised ? 1 : 0)
                .description("1 while an endpoint refuses every callback.")
                .tag("endpoint", endpoint)
                .register(registry);
    }

    /** Something came that is genuine, whether it could be stored or not. */
    void genuine() {
        if (inARow != 0) {
            startAnew();
        }
    }

    /** The endpoint is gone, or has other keys. */
    synchronized void startAnew() {
        inARow = 0;
        if (isRaised) {
            isRaised = false;
            alerts.resolve(KIND, endpoint);
        }
    }

    /** @param nanos now, by the monotonic clock */
    synchronized void refused(Reason reason, long nanos) {
        if (inARow == 0) {
            firstNanos = nanos;
        }
        inARow = inARow == Integer.MAX_VALUE ? inARow : inARow + 1;
        Duration over = Duration.ofNanos(nanos - firstNanos);
        if (isRaised || inARow < limits.inARow() || over.compareTo(limits.over()) < 0) {
            return;
        }
        isRaised = true;
        alerts.raise(new Alert(
                KIND,
                endpoint,
                Alert.Severity.CRITICAL,
                "every callback has been refused for " + over.toMinutes()
                        + " min, none was genuine: compare its keys with"
                        + " the provider's, and judge a recorded one with 'tallygate verify'",
                Map.of("reason", reason.code(), "refused", Integer.toString(inARow))));
    }
}
