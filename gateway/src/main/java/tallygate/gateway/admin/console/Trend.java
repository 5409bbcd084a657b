package tallygate.gateway.admin.console;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import tallygate.gateway.task.TaskCounts;

/** How this node's figures went over the last three hours, minute by minute, in memory. Safe for many threads. */
public final class Trend {
    private static final int POINTS_MAX = 180;
    private static final double MOST = 0.99;

    private final MeterRegistry meters;
    private final Deque<Point> points = new ArrayDeque<>();
    private Totals before = Totals.NONE;

    /**
     * One minute.
     *
     * @param perSecond events stored for the first time
     * @param failedShare of the tries that ended for good, 0..1, how many failed
     * @param delay within which nearly all tasks that were done in this minute were done, by the steps of the metric; zero: none was
     * @param oldestDue the longest that a due task has waited, on any route
     */
    public record Point(Instant at, double perSecond, double failedShare, Duration delay, Duration oldestDue) {}

    private record Totals(Instant at, double stored, double done, double failed, SortedMap<Double, Double> within) {
        static final Totals NONE = new Totals(Instant.EPOCH, 0, 0, 0, new TreeMap<>());
    }

    public Trend(MeterRegistry meters) {
        this.meters = meters;
    }

    /** To be called once a minute. */
    public synchronized void sample(Instant at, TaskCounts counts) {
        Totals now = new Totals(
                at,
                count("tallygate.events.stored", ""),
                count("tallygate.work", "done"),
                count("tallygate.work", "failed"),
                within());
        if (!before.equals(Totals.NONE)) {
            double seconds = Math.max(1, Duration.between(before.at(), at).toMillis() / 1000.0);
            double done = now.done() - before.done();
            double failed = now.failed() - before.failed();
            Duration oldest = counts.oldestDue().stream()
                    .map(TaskCounts.Age::due)
                    .max(Duration::compareTo)
                    .orElse(Duration.ZERO);
            points.addLast(new Point(
                    at,
                    (now.stored() - before.stored()) / seconds,
                    done + failed <= 0 ? 0 : failed / (done + failed),
                    delay(now, done),
                    oldest));
            if (points.size() > POINTS_MAX) {
                points.removeFirst();
            }
        }
        before = now;
    }

    private Duration delay(Totals now, double done) {
        if (done <= 0) {
            return Duration.ZERO;
        }
        for (var step : now.within().entrySet()) {
            if (step.getValue() - before.within().getOrDefault(step.getKey(), 0.0) >= MOST * done) {
                return Duration.ofMillis(Math.round(step.getKey()));
            }
        }
        return now.within().isEmpty()
                ? Duration.ZERO
                : Duration.ofMillis(Math.round(now.within().lastKey()));
    }

    /** Tasks done within so many milliseconds, over all routes. */
    private SortedMap<Double, Double> within() {
        SortedMap<Double, Double> within = new TreeMap<>();
        for (Timer timer : meters.find("tallygate.work.delay").timers()) {
            for (CountAtBucket step : timer.takeSnapshot().histogramCounts()) {
                within.merge(step.bucket(TimeUnit.MILLISECONDS), step.count(), Double::sum);
            }
        }
        return within;
    }

    private double count(String name, String outcome) {
        double sum = 0;
        for (Meter meter : meters.find(name).meters()) {
            boolean isWanted = outcome.isEmpty() || outcome.equals(meter.getId().getTag("outcome"));
            sum += isWanted && meter instanceof Counter counter ? counter.count() : 0;
        }
        return sum;
    }

    /** Oldest first. */
    public synchronized List<Point> points() {
        return new ArrayList<>(points);
    }
}
