package tallygate.gateway.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.http.Connection.Phase;

/**
 * The connections of one event loop on which nothing whole is asked: first those that owe a head, since an honest sender's comes at
 * once, then those between two requests; of each the longest so first. Touched on that loop only, and looked through once a tick at
 * most, however many newcomers ask: a flood of them must not cost a walk over all connections each.
 */
final class UnusedConnections {
    /** One that was used within this time belongs to a busy sender: a newcomer does not cost it its connection. */
    static final Duration UNUSED_MIN = Duration.ofSeconds(1);

    private final Deque<Found> found = new ArrayDeque<>();
    private long lookedAt;

    /** @param since when it was used last: another time means that it has been used again */
    private record Found(Connection connection, boolean owesHead, long since) {
        static Found of(Connection connection) {
            return new Found(connection, connection.is(Phase.HEAD), connection.phaseStartedAt());
        }

        boolean isUnusedStill() {
            return connection.asksNothing() && connection.phaseStartedAt() == since;
        }
    }

    UnusedConnections(long now) {
        lookedAt = now - LoopState.TICK.toNanos();
    }

    /** @param all the loop's connections at present */
    Optional<Connection> longest(List<Connection> all, long now) {
        Optional<Connection> known = longestKnown();
        if (known.isPresent() || now - lookedAt < LoopState.TICK.toNanos()) {
            return known;
        }
        lookedAt = now;
        all.stream()
                .filter(connection ->
                        connection.asksNothing() && now - connection.phaseStartedAt() >= UNUSED_MIN.toNanos())
                .map(Found::of)
                .sorted(Comparator.comparing(Found::owesHead, Comparator.reverseOrder())
                        .thenComparingLong(unused -> unused.since() - now))
                .forEach(found::add);
        return longestKnown();
    }

    private Optional<Connection> longestKnown() {
        while (!found.isEmpty()) {
            Found next = found.remove();
            if (next.isUnusedStill()) {
                return Optional.of(next.connection());
            }
        }
        return Optional.empty();
    }
}
