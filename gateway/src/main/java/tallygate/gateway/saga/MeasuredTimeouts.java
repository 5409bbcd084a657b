package tallygate.gateway.saga;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.alert.Alerts;

/** Timeouts that follow the measured 99th percentile of each step, between its floor and ceiling; each change is kept. */
public final class MeasuredTimeouts implements StepTimeouts {
    /** Fewer tell nothing about the hundredth. */
    static final int SAMPLES_MIN = 100;

    private static final Logger log = LoggerFactory.getLogger(MeasuredTimeouts.class);
    private static final int WINDOW = 1_000;
    private static final double CHANGE_MIN = 0.2;

    /** A step in a direction. */
    public record Series(String saga, String step, Direction direction) {}

    /** A timeout as it was set. */
    public record Change(Series series, Duration p99, long samples, Duration before, Duration after) {}

    /** Where changes are kept: the newest of a series is in force on every node. */
    public interface Changes {
        void keep(Change change);

        Map<Series, Duration> inForce();
    }

    /** The last latencies of a series. */
    private static final class Window {
        private final long[] nanos = new long[WINDOW];
        private final TimeoutRule rule;
        private long count;
        private long judgedAt;

        Window(TimeoutRule rule) {
            this.rule = rule;
        }

        synchronized void add(long took) {
            nanos[(int) (count % WINDOW)] = took;
            count++;
        }

        /** @return 0 while there is too little that is new */
        synchronized long p99() {
            if (count - judgedAt < SAMPLES_MIN) {
                return 0;
            }
            judgedAt = count;
            long[] sorted = Arrays.copyOf(nanos, (int) Math.min(count, WINDOW));
            Arrays.sort(sorted);
            return sorted[(int) Math.ceil(sorted.length * 0.99) - 1];
        }

        synchronized long count() {
            return count;
        }
    }

    private final Changes changes;
    private final Alerts alerts;
    private final Map<Series, Window> windows = new ConcurrentHashMap<>();
    private volatile Map<Series, Duration> inForce = Map.of();

    public MeasuredTimeouts(Changes changes, Alerts alerts) {
        this.changes = changes;
        this.alerts = alerts;
    }

    @Override
    public Duration of(String saga, Step step, Direction direction) {
        TimeoutRule rule = step.rules().timeout();
        Duration kept = inForce.getOrDefault(new Series(saga, step.name(), direction), rule.initial());
        // The rule may have changed since.
        return kept.compareTo(rule.floor()) < 0
                ? rule.floor()
                : kept.compareTo(rule.ceiling()) > 0 ? rule.ceiling() : kept;
    }

    @Override
    public void measured(String saga, Step step, Direction direction, Duration took) {
        windows.computeIfAbsent(
                        new Series(saga, step.name(), direction),
                        _ -> new Window(step.rules().timeout()))
                .add(took.toNanos());
    }

    /**
     * Judges what was measured, keeps what changed, and learns what other nodes have set.
     *
     * @throws tallygate.gateway.task.StoreException when changes cannot be kept; the old timeouts stay
     */
    public void adjust() {
        inForce = Map.copyOf(changes.inForce());
        windows.forEach((series, window) -> {
            long p99 = window.p99();
            if (p99 > 0) {
                judge(series, window, Duration.ofNanos(p99));
            }
        });
        inForce = Map.copyOf(changes.inForce());
    }

    private void judge(Series series, Window window, Duration p99) {
        Duration before = inForce.getOrDefault(series, window.rule.initial());
        Duration after = window.rule.of(p99);
        warn(series, window.rule, p99);
        double change = Math.abs(after.toNanos() - before.toNanos()) / (double) before.toNanos();
        // The first measurement is kept even when it changes nothing: it shows that the timeout rests on one.
        if (inForce.containsKey(series) && change < CHANGE_MIN) {
            return;
        }
        changes.keep(new Change(series, p99, window.count(), before, after));
        log.info(
                "saga={} step={} direction={} p99={} timeout {} -> {}",
                series.saga(),
                series.step(),
                series.direction(),
                p99,
                before,
                after);
    }

    /** The step has become so slow that its ceiling cuts off answers that would come. */
    private void warn(Series series, TimeoutRule rule, Duration p99) {
        String subject = series.saga() + "/" + series.step() + "/" + series.direction();
        boolean isTight = p99.multipliedBy(3).compareTo(rule.ceiling()) > 0;
        if (!isTight) {
            alerts.resolve("saga-step-slow", subject);
            return;
        }
        alerts.raise(new Alert(
                "saga-step-slow",
                subject,
                Alert.Severity.WARNING,
                "a step's measured P99 has come within a third of its timeout's ceiling",
                Map.of("p99", p99.toString(), "ceiling", rule.ceiling().toString())));
    }
}
