package tallygate.gateway.process;

import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskCounts;

/** Reads every few seconds how much waits in the table, and names routes whose tasks nobody here takes. */
final class Backlog {
    private static final Logger log = LoggerFactory.getLogger(Backlog.class);
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final Supplier<TaskCounts> counts;
    private final Holdings holdings;
    private final Instruments instruments;
    private final MultiGauge depth;
    private final MultiGauge oldest;
    private final MultiGauge unknown;
    private final Set<String> named = new HashSet<>();

    Backlog(Supplier<TaskCounts> counts, Holdings holdings, Instruments instruments) {
        this.counts = counts;
        this.holdings = holdings;
        this.instruments = instruments;
        var registry = instruments.metrics().registry();
        this.depth = MultiGauge.builder("tallygate.queue.depth")
                .description("Rows by route and status; counting stops at " + TaskCounts.COUNT_MAX)
                .register(registry);
        this.oldest = MultiGauge.builder("tallygate.queue.oldest")
                .description("How long the longest waiting due task of the route has been due")
                .baseUnit("seconds")
                .register(registry);
        this.unknown = MultiGauge.builder("tallygate.queue.unknown.route")
                .description("Unfinished rows of routes that this node's configuration does not name: left alone")
                .register(registry);
    }

    Pause round() {
        try {
            show(counts.get());
        } catch (StoreException e) {
            instruments.metrics().storeFailed("backlog", e.kind());
        }
        return Pause.whole(EVERY);
    }

    private void show(TaskCounts now) {
        Set<String> known = holdings.routeNames();
        depth.register(
                now.counts().stream()
                        .map(count -> MultiGauge.Row.of(
                                Tags.of(
                                        "route",
                                        count.route(),
                                        "status",
                                        count.status().name().toLowerCase(Locale.ROOT)),
                                count.rows()))
                        .toList(),
                true);
        // A route without due tasks says 0: an autoscaler takes a metric that is not there for one that failed.
        Map<String, Double> waiting = new TreeMap<>();
        known.forEach(route -> waiting.put(route, 0.0));
        now.oldestDue().forEach(age -> waiting.put(age.route(), age.due().toMillis() / 1000.0));
        oldest.register(
                waiting.entrySet().stream()
                        .map(age -> MultiGauge.Row.of(Tags.of("route", age.getKey()), age.getValue()))
                        .toList(),
                true);
        var strangers = now.counts().stream()
                .filter(count -> !known.contains(count.route()))
                .toList();
        unknown.register(
                strangers.stream()
                        .map(count -> MultiGauge.Row.of(
                                Tags.of(
                                        "route",
                                        count.route(),
                                        "status",
                                        count.status().name().toLowerCase(Locale.ROOT)),
                                count.rows()))
                        .toList(),
                true);
        for (TaskCounts.Count stranger : strangers) {
            if (named.add(stranger.route())) {
                log.warn(
                        "event=ROUTE_UNKNOWN route={} tasks={}; this node leaves them alone until its configuration"
                                + " names the route",
                        stranger.route(),
                        stranger.rows());
            }
        }
        named.retainAll(strangers.stream().map(TaskCounts.Count::route).toList());
    }
}
