package tallygate.loadtest.downstream;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Which effects were asked for, and how often, by the key that must make them happen once; and which key each event came with,
 * since a key that changes between attempts protects nobody. Safe for many threads.
 */
public final class EffectBook {
    /**
     * The sums of the book.
     *
     * @param requests deliveries that came, refused ones included
     * @param keys different keys that were applied
     * @param repeats deliveries of a key that had been applied before: harmless for a receiver that honours the key
     * @param keyless deliveries without a key
     * @param keyChanges deliveries of an event under another key than before
     */
    public record Sums(long requests, long keys, long repeats, long keyless, long keyChanges) {}

    private final Map<String, Integer> appliedByKey = new ConcurrentHashMap<>();
    private final Map<String, String> keyOfEvent = new ConcurrentHashMap<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder repeats = new LongAdder();
    private final LongAdder keyless = new LongAdder();
    private final LongAdder keyChanges = new LongAdder();

    /** @param key the Idempotency-Key, empty when there was none */
    public void came(String key, String eventId) {
        requests.increment();
        if (key.isEmpty()) {
            keyless.increment();
        } else if (!eventId.isEmpty()) {
            String before = keyOfEvent.putIfAbsent(eventId, key);
            if (before != null && !before.equals(key)) {
                keyChanges.increment();
            }
        }
    }

    public void applied(String key) {
        if (appliedByKey.merge(key, 1, Integer::sum) > 1) {
            repeats.increment();
        }
    }

    public Sums sums() {
        return new Sums(requests.sum(), appliedByKey.size(), repeats.sum(), keyless.sum(), keyChanges.sum());
    }

    /** How often each event's effect was applied, by event id; 0 for one that was only refused. */
    public Map<String, Integer> appliedByEvent() {
        var applied = new TreeMap<String, Integer>();
        keyOfEvent.forEach((event, key) -> applied.put(event, appliedByKey.getOrDefault(key, 0)));
        return applied;
    }
}
