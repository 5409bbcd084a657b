package tallygate.gateway.process;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import tallygate.gateway.task.StoreException;

/**
 * The figures of this package. What concerns rows is counted only after the commit returned and said how many rows it changed,
 * so the counters of all nodes together agree with the table.
 */
public record ProcessMetrics(
        MeterRegistry registry,
        ConcurrentMap<String, RouteMeters> routes,
        DistributionSummary claimBatch,
        Timer claimTime,
        DistributionSummary completionBatch,
        Timer completionTime,
        Counter expiredTaken,
        Counter illegalMoves) {

    private static final Duration[] DELAYS = {
        Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMillis(250), Duration.ofSeconds(1),
        Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofHours(1)
    };

    /** What became of a try, as the label {@code outcome} says it. */
    enum Result {
        DONE,
        RETRIED,
        PARKED,
        FAILED,
        GIVEN_BACK,
        /** Nothing was written: another node had taken the task over. */
        LEASE_LOST,
        /** The commit's answer was lost, and the row has moved on since: written or not, nobody can tell. */
        UNRESOLVED;

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The meters of one route. */
    record RouteMeters(
            Map<Result, Counter> results,
            Timer createdToDone,
            Timer calls,
            Counter abandoned,
            Counter alarms,
            Counter breakerOpened) {
        static RouteMeters in(MeterRegistry registry, String route) {
            var results = new EnumMap<Result, Counter>(Result.class);
            for (Result result : Result.values()) {
                results.put(
                        result,
                        Counter.builder("tallygate.work")
                                .description("Tries by what was committed for them")
                                .tag("route", route)
                                .tag("outcome", result.label())
                                .register(registry));
            }
            return new RouteMeters(
                    results,
                    Timer.builder("tallygate.work.delay")
                            .description("From the callback's row to its committed success")
                            .serviceLevelObjectives(DELAYS)
                            .tag("route", route)
                            .register(registry),
                    Timer.builder("tallygate.work.call")
                            .description("Duration of handler calls")
                            .serviceLevelObjectives(DELAYS)
                            .tag("route", route)
                            .register(registry),
                    Counter.builder("tallygate.work.abandoned")
                            .description("Calls that did not come back within their run limit")
                            .tag("route", route)
                            .register(registry),
                    Counter.builder("tallygate.work.misconfigured")
                            .description("Answers 401, 403 and 404: a fault of deployment")
                            .tag("route", route)
                            .register(registry),
                    Counter.builder("tallygate.breaker.opened")
                            .description("Times the circuit breaker of the route opened")
                            .tag("route", route)
                            .register(registry));
        }
    }

    public static ProcessMetrics in(MeterRegistry registry) {
        return new ProcessMetrics(
                registry,
                new ConcurrentHashMap<>(),
                DistributionSummary.builder("tallygate.claim.tasks")
                        .description("Tasks leased by one claim that found any")
                        .register(registry),
                Timer.builder("tallygate.claim")
                        .description("Duration of claims")
                        .register(registry),
                DistributionSummary.builder("tallygate.completion.tasks")
                        .description("Outcomes written by one commit")
                        .register(registry),
                Timer.builder("tallygate.completion")
                        .description("Duration of commits of outcomes")
                        .register(registry),
                Counter.builder("tallygate.leases.taken.over")
                        .description("Expired leases of other nodes, or of this one, that this node took over")
                        .register(registry),
                Counter.builder("tallygate.illegal.moves")
                        .description(
                                "State changes that the table of legal moves forbids: a bug, never repaired silently")
                        .register(registry));
    }

    RouteMeters of(String route) {
        RouteMeters known = routes.get(route);
        return known != null ? known : routes.computeIfAbsent(route, name -> RouteMeters.in(registry, name));
    }

    void count(String route, Result result) {
        Counter counter = of(route).results().get(result);
        if (counter != null) {
            counter.increment();
        }
    }

    void storeFailed(String loop, StoreException.Kind kind) {
        registry.counter(
                        "tallygate.work.store.failures",
                        "loop",
                        loop,
                        "kind",
                        kind.name().toLowerCase(Locale.ROOT))
                .increment();
    }

    /** Whether this node takes work at all. */
    void watch(Holdings holdings) {
        Gauge.builder("tallygate.work.aside", holdings, h -> h.isAside() ? 1 : 0)
                .description("1 while this node takes no work because its clock is too far off the database's")
                .register(registry);
    }

    /** Gauges that read what this node holds. */
    void watch(Holdings holdings, String route) {
        if (registry.find("tallygate.workers.busy").tag("route", route).gauge() != null) {
            return;
        }
        Gauge.builder("tallygate.workers.busy", holdings, h -> h.look(route, room -> room.running, 0))
                .description("Handler calls that run now on this node")
                .tag("route", route)
                .register(registry);
        Gauge.builder("tallygate.workers.waiting", holdings, h -> h.look(route, room -> room.waiting.size(), 0))
                .description("Leased tasks that wait for a worker on this node")
                .tag("route", route)
                .register(registry);
        Gauge.builder("tallygate.workers.limit", holdings, h -> h.look(route, room -> room.gate.calls(), 0))
                .description("Handler calls that the route may have under way now: it follows the receiver")
                .tag("route", route)
                .register(registry);
        Gauge.builder("tallygate.breaker.open", holdings, h -> h.look(route, room -> room.gate.isClosed() ? 0 : 1, 0))
                .description("1 while the circuit breaker of the route is open or lets probes through only")
                .tag("route", route)
                .register(registry);
        Gauge.builder("tallygate.lane.paused", holdings, h -> h.look(route, room -> room.isPaused ? 1 : 0, 0))
                .description(
                        "1 while this node leaves the route alone: its lane is paused, or this node's version of its"
                                + " handler")
                .tag("route", route)
                .register(registry);
    }
}
