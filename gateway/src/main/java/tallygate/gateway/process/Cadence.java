package tallygate.gateway.process;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * How often routes are looked through for due tasks: most of them all the time, one with a {@code scan} of its own no more
 * often than that, unless it is known to have more. Used by one thread.
 */
final class Cadence {
    private final LongSupplier nanos;
    private final long alwaysNanos;
    private final Map<String, Long> lastNanos = new HashMap<>();

    /** @param always a route with this or less is looked through at every round */
    Cadence(LongSupplier nanos, Duration always) {
        this.nanos = nanos;
        this.alwaysNanos = always.toNanos();
    }

    List<Rooms.Opening> due(List<Rooms.Opening> open) {
        return open.stream().filter(this::isDue).toList();
    }

    private boolean isDue(Rooms.Opening opening) {
        long every = opening.scan().toNanos();
        Long last = lastNanos.get(opening.route());
        return every <= alwaysNanos || last == null || nanos.getAsLong() - last >= every;
    }

    /** @param wasFull there may be more, so that they are looked through again as soon as there is room */
    void scanned(Set<String> routes, boolean wasFull) {
        for (String route : routes) {
            if (wasFull) {
                lastNanos.remove(route);
            } else {
                lastNanos.put(route, nanos.getAsLong());
            }
        }
    }
}
