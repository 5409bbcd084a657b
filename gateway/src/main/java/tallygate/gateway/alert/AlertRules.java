package tallygate.gateway.alert;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import tallygate.gateway.alert.Alert.Severity;

/**
 * What the metrics of this node say loudly enough for a person: the failed-task ratio, the delay from callback to done task, the
 * age of the backlog, and faults of which one is too many. Looks every 15 s, at windows of ten minutes.
 */
public final class AlertRules {
    private static final Duration EVERY = Duration.ofSeconds(15);
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int FAILED_MIN = 2;
    private static final double SKEW_SECONDS_MAX = 2;

    private final Alerts alerts;
    private final MeterRegistry meters;
    private final LongSupplier nanos;
    private final String node;
    private final Map<String, Window> windows = new HashMap<>();
    private volatile Limits limits = new Limits(1, Duration.ofMinutes(5), Duration.ofMinutes(1));
    private long lookedNanos;
    private boolean hasLooked;

    /**
     * @param failedPercent of ended tasks, above which the route has a systematic fault
     * @param backlogAge of the longest waiting due task
     * @param delay mean, from callback to done task
     */
    public record Limits(int failedPercent, Duration backlogAge, Duration delay) {}

    /** @param node subject of what is about the node itself */
    public AlertRules(Alerts alerts, MeterRegistry meters, LongSupplier nanos, String node) {
        this.node = node;
        this.alerts = alerts;
        this.meters = meters;
        this.nanos = nanos;
    }

    public void limits(Limits next) {
        limits = next;
    }

    /** Looks when it is time. */
    void round() {
        long now = nanos.getAsLong();
        if (hasLooked && now - lookedNanos < EVERY.toNanos()) {
            return;
        }
        hasLooked = true;
        lookedNanos = now;
        failedTasks(now);
        delays(now);
        backlog();
        tooMany("tallygate.conflicts", "event-conflict", "endpoint", now);
        tooMany("tallygate.quarantined", "event-quarantined", "endpoint", now);
        tooMany("tallygate.provider.faults", "provider-fault", "endpoint", now);
        tooMany("tallygate.illegal.moves", "illegal-move", "", now);
        skew();
    }

    private void failedTasks(long now) {
        Map<String, double[]> byRoute = new HashMap<>();
        for (Counter counter : counters("tallygate.work")) {
            String outcome = String.valueOf(counter.getId().getTag("outcome"));
            String route = String.valueOf(counter.getId().getTag("route"));
            double[] sums = byRoute.computeIfAbsent(route, _ -> new double[2]);
            if (outcome.equals("failed")) {
                sums[0] += grown(counter.getId(), counter.count(), now);
            } else if (outcome.equals("done")) {
                sums[1] += grown(counter.getId(), counter.count(), now);
            }
        }
        byRoute.forEach((route, sums) -> {
            double ended = sums[0] + sums[1];
            double percent = ended == 0 ? 0 : 100 * sums[0] / ended;
            judge(
                    percent > limits.failedPercent() && sums[0] >= FAILED_MIN,
                    new Alert(
                            "failed-task-ratio",
                            route,
                            Severity.CRITICAL,
                            "%.0f of %.0f tasks that ended in the last ten minutes have failed (%.1f %%, limit %d %%): look for a systematic fault of the receiver."
                                    .formatted(sums[0], ended, percent, limits.failedPercent()),
                            Map.of("route", route)));
            if (sums[0] == 0) {
                alerts.resolve(Alerts.TASK_FAILED, route);
            }
        });
    }

    private void delays(long now) {
        for (Meter meter : meters.find("tallygate.work.delay").meters()) {
            if (meter instanceof Timer timer) {
                String route = String.valueOf(timer.getId().getTag("route"));
                double count = grown(timer.getId().withTag(Tag.of("of", "count")), (double) timer.count(), now);
                double seconds = grown(
                        timer.getId().withTag(Tag.of("of", "seconds")),
                        timer.totalTime(TimeUnit.MILLISECONDS) / 1000,
                        now);
                double mean = count == 0 ? 0 : seconds / count;
                judge(
                        mean > limits.delay().toMillis() / 1000.0,
                        new Alert(
                                "work-delay",
                                route,
                                Severity.WARNING,
                                "From callback to done task it took %.1f s on average in the last ten minutes (limit %d s): the receiver is slow or the backlog grows."
                                        .formatted(mean, limits.delay().toSeconds()),
                                Map.of("route", route)));
            }
        }
    }

    private void backlog() {
        Set<String> seen = new HashSet<>();
        for (Meter meter : meters.find("tallygate.queue.oldest").meters()) {
            if (meter instanceof Gauge gauge
                    && seen.add(String.valueOf(gauge.getId().getTag("route")))) {
                String route = String.valueOf(gauge.getId().getTag("route"));
                judge(
                        gauge.value() > limits.backlogAge().toMillis() / 1000.0,
                        new Alert(
                                "backlog-age",
                                route,
                                Severity.CRITICAL,
                                "A due task has waited %.0f s (limit %d s): the workers do not keep up, or none takes this route."
                                        .formatted(
                                                gauge.value(),
                                                limits.backlogAge().toSeconds()),
                                Map.of("route", route)));
            }
        }
    }

    private void tooMany(String name, String kind, String label, long now) {
        Map<String, Double> bySubject = new HashMap<>();
        for (Counter counter : counters(name)) {
            String subject =
                    label.isEmpty() ? node : String.valueOf(counter.getId().getTag(label));
            bySubject.merge(subject, grown(counter.getId(), counter.count(), now), Double::sum);
        }
        bySubject.forEach((subject, count) -> judge(
                count > 0,
                new Alert(
                        kind,
                        subject,
                        Severity.WARNING,
                        "%.0f in the last ten minutes; one is too many: look at each.".formatted(count),
                        Map.of())));
    }

    private void skew() {
        for (Meter meter : meters.find("tallygate.clock.skew.seconds").meters()) {
            if (meter instanceof Gauge gauge) {
                judge(
                        Math.abs(gauge.value()) > SKEW_SECONDS_MAX,
                        new Alert(
                                "clock-skew",
                                node,
                                Severity.WARNING,
                                "This node's clock is %.1f s off the database's: replay windows are judged wrongly; check the time service."
                                        .formatted(gauge.value()),
                                Map.of()));
            }
        }
    }

    private Collection<Counter> counters(String name) {
        return meters.find(name).counters();
    }

    private void judge(boolean holds, Alert alert) {
        if (holds) {
            alerts.raise(alert);
        } else {
            alerts.resolve(alert.kind(), alert.subject());
        }
    }

    /** How much a value that only grows has grown within the window. */
    private double grown(Meter.Id id, double value, long now) {
        return windows.computeIfAbsent(id.toString(), _ -> new Window(WINDOW.toNanos()))
                .grown(value, now);
    }
}
