package tallygate.gateway.process;

import java.time.Duration;
import java.util.Optional;
import tallygate.gateway.task.Ordering;

/**
 * How one route is worked besides its retries.
 *
 * @param priority 0 to 9, the higher the sooner a task begins when the node has not room for all
 * @param leastCalls calls at the same time that a receiver in trouble gets at least, 1..10,000
 * @param scan how long the node may wait at most before it looks for due tasks of the route again
 * @param poison so many tasks in a row that end permanently refused pause this version of the route's handler; 0: never
 * @param breaker empty: none
 * @param order empty: tasks run in any order
 * @param probe empty: what a receiver called done is believed
 */
public record RouteRules(
        int priority,
        int leastCalls,
        Duration scan,
        int poison,
        Optional<Breaker> breaker,
        Optional<Ordering> order,
        Optional<ProbeRule> probe) {
    /** Priority 5, at least 2 calls, scanned all the time, never paused, with a breaker, in any order, not probed. */
    public static final RouteRules DEFAULT = new RouteRules(
            5, 2, Duration.ofMillis(200), 0, Optional.of(Breaker.DEFAULT), Optional.empty(), Optional.empty());

    public RouteRules {
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("a priority is 0..9, was " + priority);
        }
        if (leastCalls < 1 || poison < 0 || scan.isNegative()) {
            throw new IllegalArgumentException(
                    "least calls, scan and poison were " + leastCalls + ", " + scan + ", " + poison);
        }
    }

    public RouteRules inOrder(Ordering kept) {
        return new RouteRules(priority, leastCalls, scan, poison, breaker, Optional.of(kept), probe);
    }

    public RouteRules probedBy(ProbeRule asked) {
        return new RouteRules(priority, leastCalls, scan, poison, breaker, order, Optional.of(asked));
    }

    public RouteRules scannedEvery(Duration other) {
        return new RouteRules(priority, leastCalls, other, poison, breaker, order, probe);
    }

    public RouteRules with(Breaker other) {
        return new RouteRules(priority, leastCalls, scan, poison, Optional.of(other), order, probe);
    }

    /**
     * When a receiver gets no calls for a while.
     *
     * @param calls judged only when the window holds at least so many
     * @param percent opens when so many of them failed
     * @param window of the last so many seconds
     * @param open first time without calls; doubles with each probe that fails
     * @param openMost but never longer
     * @param probes calls that decide whether it closes again
     * @param ramp after it has closed, calls a second begin at 10 and double ten times in this time; zero: at once all
     * @param deadline age of a task after which waiting for the breaker counts as a failed try
     */
    public record Breaker(
            int calls,
            int percent,
            Duration window,
            Duration open,
            Duration openMost,
            int probes,
            Duration ramp,
            Duration deadline) {
        /** Four of five of at least 40 calls in 30 s; open for 5 s to 1 min; 3 probes; 30 s ramp; a day. */
        public static final Breaker DEFAULT = new Breaker(
                40,
                80,
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                3,
                Duration.ofSeconds(30),
                Duration.ofDays(1));

        public Breaker {
            if (calls < 1 || percent < 1 || percent > 100 || probes < 1) {
                throw new IllegalArgumentException(
                        "a breaker's calls, percent and probes were " + calls + ", " + percent + ", " + probes);
            }
            if (window.toSeconds() < 1 || !open.isPositive() || openMost.compareTo(open) < 0 || ramp.isNegative()) {
                throw new IllegalArgumentException("a breaker's window, open, open-most and ramp were " + window + ", "
                        + open + ", " + openMost + ", " + ramp);
            }
        }

        Duration openFor(int trip) {
            Duration wait = open;
            for (int n = 1; n < trip && wait.compareTo(openMost) < 0; n++) {
                wait = wait.multipliedBy(2);
            }
            return wait.compareTo(openMost) < 0 ? wait : openMost;
        }
    }
}
