package tallygate.gateway.process;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** When a scan must do without the store's low-water mark: at the start, after a failure, and every so often. Used by one thread. */
final class WholeScans {
    private final LongSupplier nanos;
    private final long everyNanos;
    private final Map<String, Long> lastNanos = new HashMap<>();

    WholeScans(LongSupplier nanos, Duration every) {
        this.nanos = nanos;
        this.everyNanos = every.toNanos();
    }

    boolean isDue(Set<String> routes) {
        long now = nanos.getAsLong();
        return routes.stream().anyMatch(route -> {
            Long last = lastNanos.get(route);
            return last == null || now - last >= everyNanos;
        });
    }

    void done(Set<String> routes) {
        long now = nanos.getAsLong();
        routes.forEach(route -> lastNanos.put(route, now));
    }

    /** The connection may be a new one, to a server that was restarted or failed over. */
    void startOver() {
        lastNanos.clear();
    }
}
