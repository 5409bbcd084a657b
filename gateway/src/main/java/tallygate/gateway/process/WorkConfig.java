package tallygate.gateway.process;

import java.time.Duration;
import java.util.List;

/**
 * How one node works.
 *
 * @param owner this incarnation of the node, written to the rows it leases; for information, the epoch alone fences
 * @param lease how long a task stays this node's without renewal; renewed at a third of it
 */
public record WorkConfig(long owner, Duration lease, List<WorkRoute> routes) {
    public static final Duration LEASE_DEFAULT = Duration.ofSeconds(30);

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
