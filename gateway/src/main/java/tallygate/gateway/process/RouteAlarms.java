package tallygate.gateway.process;

import io.micrometer.core.instrument.Gauge;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.task.LeasedTask;

/** Says loudly, but at most once a minute and route, that a receiver refuses a whole route. */
final class RouteAlarms {
    private static final Logger log = LoggerFactory.getLogger(RouteAlarms.class);
    static final String EARLY_OVERDUE = "early-overdue";
    private static final long REPEAT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Instruments instruments;
    private final ConcurrentMap<String, Alarm> alarms = new ConcurrentHashMap<>();

    RouteAlarms(Instruments instruments) {
        this.instruments = instruments;
    }

    private static final class Alarm {
        private final AtomicLong refusals = new AtomicLong();
        private final AtomicLong saidNanos = new AtomicLong();
    }

    void misconfigured(String route, String error) {
        instruments.metrics().of(route).alarms().increment();
        Alarm alarm = alarms.computeIfAbsent(route, this::watched);
        long now = instruments.nanos().getAsLong();
        long said = alarm.saidNanos.get();
        boolean isFirst = alarm.refusals.getAndIncrement() == 0;
        if ((isFirst || now - said >= REPEAT_NANOS) && alarm.saidNanos.compareAndSet(said, now)) {
            log.error(
                    "event=ROUTE_REFUSED route={} refusals={} error=\"{}\"; its tasks are tried again on schedule:"
                            + " check the handler's url and credentials, and whether the receiver is deployed",
                    route,
                    alarm.refusals.get(),
                    error);
        }
    }

    /** The order of an early callback has not come within its deadline: from now on its tries count. */
    void waitedTooLong(LeasedTask task) {
        instruments
                .metrics()
                .registry()
                .counter("tallygate.early.overdue", "route", task.route())
                .increment();
        instruments
                .alerts()
                .raise(new Alert(
                        EARLY_OVERDUE,
                        task.lease().id().toString(),
                        Alert.Severity.WARNING,
                        "The receiver still says that the order is not there; the task's waiting time is over, and its"
                                + " tries count from now on.",
                        Map.of(
                                "route", task.route(),
                                "biz_id", ErrorText.of(task.bizId(), 128),
                                "event_id", ErrorText.of(task.eventId(), 128))));
    }

    void accepted(String route) {
        Alarm alarm = alarms.get(route);
        if (alarm != null && alarm.refusals.getAndSet(0) > 0) {
            log.info("event=ROUTE_ACCEPTED route={}; the receiver takes its tasks again", route);
        }
    }

    private Alarm watched(String route) {
        var alarm = new Alarm();
        Gauge.builder("tallygate.route.alarm", alarm, a -> a.refusals.get() > 0 ? 1 : 0)
                .description("1 while the receiver of the route answers 401, 403 or 404")
                .tag("route", route)
                .register(instruments.metrics().registry());
        return alarm;
    }
}
