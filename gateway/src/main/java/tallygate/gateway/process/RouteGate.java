package tallygate.gateway.process;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a route's receiver can take now, as its own answers tell: a limit of calls, a circuit breaker, and a ramp after an
 * outage. Guarded by the lock of {@link Holdings}.
 */
final class RouteGate {
    private final String route;
    private final RouteRules.Breaker rules;
    private final Optional<CircuitBreaker> breaker;
    private final CallLimit limit;
    private final Ramp ramp;
    private final LongSupplier nanos;
    private int trips;
    private long openUntilNanos;

    /** The breaker counts throwables. */
    private static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        Failed() {
            super("the receiver did not take the call", null, false, false);
        }
    }

    /** What became of the breaker. */
    enum Turn {
        NONE,
        OPENED,
        CLOSED
    }

    RouteGate(WorkRoute route, LongSupplier nanos) {
        this.route = route.name();
        this.rules = route.rules().breaker().orElse(RouteRules.Breaker.DEFAULT);
        this.nanos = nanos;
        this.limit = new CallLimit(route.rules().leastCalls(), route.limits().concurrency());
        this.ramp = new Ramp(rules.ramp());
        this.breaker = route.rules().breaker().map(_ -> CircuitBreaker.of(route.name(), config()));
    }

    private CircuitBreakerConfig config() {
        return CircuitBreakerConfig.custom()
                .clock(new MonotonicClock(nanos))
                .slidingWindow(
                        Math.toIntExact(rules.window().toSeconds()),
                        rules.calls(),
                        CircuitBreakerConfig.SlidingWindowType.TIME_BASED)
                .failureRateThreshold(rules.percent())
                .permittedNumberOfCallsInHalfOpenState(rules.probes())
                .waitIntervalFunctionInOpenState(trip -> rules.openFor(trip).toMillis())
                .maxWaitDurationInHalfOpenState(Duration.ZERO)
                .writableStackTraceEnabled(false)
                .build();
    }

    String route() {
        return route;
    }

    /** No call is to begin before {@link #openFor} has passed. */
    boolean isShut() {
        return state() == State.OPEN && nanos.getAsLong() - openUntilNanos < 0;
    }

    Duration openFor() {
        return isShut() ? Duration.ofNanos(openUntilNanos - nanos.getAsLong()) : Duration.ZERO;
    }

    boolean isClosed() {
        return state() == State.CLOSED;
    }

    private State state() {
        return breaker.map(CircuitBreaker::getState).orElse(State.CLOSED);
    }

    /** How many calls may be under way now. */
    int calls() {
        return isClosed() ? limit.now() : isShut() ? 0 : rules.probes();
    }

    /** Takes leave for one call; its end is to be told by {@link #ended}. */
    boolean begins(int running) {
        if (isShut() || running >= calls()) {
            return false;
        }
        boolean isInPace = !isClosed() || ramp.take(nanos.getAsLong());
        return isInPace && breaker.map(CircuitBreaker::tryAcquirePermission).orElse(true);
    }

    /**
     * A call that had taken leave has ended.
     *
     * @param running calls under way, it among them
     */
    Turn ended(Signal signal, long startedNanos, int running) {
        long now = nanos.getAsLong();
        switch (signal) {
            case ANSWERS -> limit.wentWell(running);
            case OVERLOADED -> limit.wentWrong(startedNanos, now);
            case REFUSES_ALL, NONE -> {}
        }
        if (breaker.isEmpty()) {
            return Turn.NONE;
        }
        State before = breaker.get().getState();
        long took = Math.max(0, now - startedNanos);
        switch (signal) {
            case ANSWERS -> breaker.get().onSuccess(took, TimeUnit.NANOSECONDS);
            case OVERLOADED, REFUSES_ALL -> breaker.get().onError(took, TimeUnit.NANOSECONDS, new Failed());
            case NONE -> breaker.get().releasePermission();
        }
        return turn(before, breaker.get().getState(), now);
    }

    private Turn turn(State before, State after, long now) {
        if (before == after) {
            return Turn.NONE;
        }
        if (after == State.OPEN) {
            trips = before == State.CLOSED ? 1 : trips + 1;
            openUntilNanos = now + rules.openFor(trips).toNanos();
            ramp.end();
            return before == State.CLOSED ? Turn.OPENED : Turn.NONE;
        }
        limit.beginAgain();
        ramp.begin(now);
        return Turn.CLOSED;
    }
}
