package tallygate.gateway.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The connections of one event loop on which nothing is asked, the longest idle first. Touched on that loop only, and looked
 * through once a tick at most, however many newcomers ask: a flood of them must not cost a walk over all connections each.
 */
final class IdleConnections {
    /** One that was used within this time belongs to a busy sender: a newcomer does not cost it its connection. */
    static final Duration IDLE_MIN = Duration.ofSeconds(1);

    private final Deque<Found> found = new ArrayDeque<>();
    private long lookedAt;

    /** @param since when it became idle: another time means that it has been used since */
    private record Found(Connection connection, long since) {
        boolean isIdleStill() {
            return connection.isIdle() && connection.phaseStartedAt() == since;
        }
    }

    IdleConnections(long now) {
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
                .filter(connection -> connection.isIdle() && now - connection.phaseStartedAt() >= IDLE_MIN.toNanos())
                .map(connection -> new Found(connection, connection.phaseStartedAt()))
                .sorted(Comparator.comparingLong(idle -> idle.since() - now))
                .forEach(found::add);
        return longestKnown();
    }

    private Optional<Connection> longestKnown() {
        while (!found.isEmpty()) {
            Found next = found.remove();
            if (next.isIdleStill()) {
                return Optional.of(next.connection());
            }
        }
        return Optional.empty();
    }
}
