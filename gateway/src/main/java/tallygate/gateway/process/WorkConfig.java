package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;

/**
 * How one node works.
 *
 * @param owner this incarnation of the node, written to the rows it leases; for information, the epoch alone fences
 * @param lease how long a task stays this node's without renewal; renewed at a third of it
 */
public record WorkConfig(long owner, Duration lease, Pace pace, List<WorkRoute> routes) {
    public static final Duration LEASE_DEFAULT = Duration.ofSeconds(30);

    /**
     * How often to look, and how often to try what seems to kill nodes.
     *
     * @param patrol between two looks for ended leases, a quarter more or less
     * @param wholeDue between two scans for due tasks without low-water mark
     * @param wholeExpired between two scans for ended leases without low-water mark
     * @param probe between two rounds of questions to the routes' probes
     * @param crashesMax lost leases of a task that ran alone before it is failed as worker-lost
     * @param calls at the same time on this node, of all routes together
     */
    public record Pace(
            Duration patrol, Duration wholeDue, Duration wholeExpired, Duration probe, int crashesMax, int calls) {
        public static final Pace STANDARD = new Pace(
                Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(5), 3, 1024);

        public Pace {
            if (patrol.compareTo(Duration.ofMillis(10)) < 0
                    || !wholeDue.isPositive()
                    || !wholeExpired.isPositive()
                    || !probe.isPositive()) {
                throw new IllegalArgumentException("patrol is at least 10 ms, and scans and probes are apart, were "
                        + patrol + ", " + wholeDue + ", " + wholeExpired + ", " + probe);
            }
            if (crashesMax < 1 || calls < 1) {
                throw new IllegalArgumentException(
                        "crashesMax and calls must be positive, were " + crashesMax + ", " + calls);
            }
        }
    }

    /** At the standard pace. */
    public WorkConfig(long owner, Duration lease, List<WorkRoute> routes) {
        this(owner, lease, Pace.STANDARD, routes);
    }

    public WorkConfig {
        routes = List.copyOf(routes);
        if (lease.compareTo(Duration.ofSeconds(1)) < 0 || lease.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("a lease must last 1 s to 1 h, was " + lease);
        }
        long names = routes.stream().map(WorkRoute::name).distinct().count();
        if (names != routes.size()) {
            throw new IllegalArgumentException("two routes have the same name");
        }
    }
}
