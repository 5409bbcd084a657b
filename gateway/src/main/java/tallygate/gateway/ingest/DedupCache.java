package tallygate.gateway.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.TaskId;

/**
 * Event ids whose rows are known to be committed, with a digest of what was stored. It only saves the database a question: a
 * hit counts for equal content alone, and a miss proves nothing.
 *
 * <p>Keys are compared whole, so a hit is never a matter of chance. The digest is cut to 128 of SHA-256's bits: it tells two
 * contents of one event apart, and its writer is the provider.
 */
class DedupCache {
    /** What an entry costs besides the characters of its event id; {@code DedupCacheTest} measures it. */
    static final int ENTRY_BYTES = 224;

    /** A committed row. */
    record Remembered(long digestHigh, long digestLow, long task) {
        boolean hasContent(byte[] digest) {
            ByteBuffer bytes = ByteBuffer.wrap(digest);
            return bytes.getLong() == digestHigh && bytes.getLong() == digestLow;
        }
    }

    private final Cache<DedupKey, Remembered> entries;
    private final AtomicInteger era = new AtomicInteger();

    DedupCache(long bytesMax) {
        entries = Caffeine.newBuilder()
                // Tidying up on the spot costs less than waking another thread for each row.
                .executor(Runnable::run)
                .maximumWeight(bytesMax)
                .weigher((DedupKey key, Remembered _) ->
                        ENTRY_BYTES + key.eventId().length())
                .build();
    }

    /** The committed row of this event, if it is remembered and its content was the same. */
    Optional<Remembered> find(DedupKey key, byte[] digest) {
        Remembered hit = entries.getIfPresent(key);
        return hit != null && hit.hasContent(digest) ? Optional.of(hit) : Optional.empty();
    }

    /** Ask before the store call whose result is to be remembered. */
    int era() {
        return era.get();
    }

    /**
     * Call only after COMMIT returned.
     *
     * @param era when the store call began: what an earlier database said is not remembered
     */
    void remember(DedupKey key, byte[] digest, TaskId task, int era) {
        if (this.era.get() != era) {
            return;
        }
        ByteBuffer bytes = ByteBuffer.wrap(digest);
        entries.put(key, new Remembered(bytes.getLong(), bytes.getLong(), task.value()));
        if (this.era.get() != era) {
            entries.invalidate(key);
        }
    }

    /** Another database server answers now: it may lack what the last one had. */
    void forget() {
        era.incrementAndGet();
        entries.invalidateAll();
    }

    long size() {
        entries.cleanUp();
        return entries.estimatedSize();
    }
}
