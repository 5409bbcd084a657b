package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.TaskId;

class DedupCacheTest {
    private final DedupCache cache = new DedupCache(1 << 20);

    @Test
    void aHitNeedsTheWholeKeyAndTheSameContent() {
        cache.remember(key("evt_1"), digest(1), new TaskId(7), cache.era());
        assertThat(cache.find(key("evt_1"), digest(1)).orElseThrow().task()).isEqualTo(7);
        assertThat(cache.find(key("evt_1"), digest(2))).isEmpty();
        assertThat(cache.find(key("evt_2"), digest(1))).isEmpty();
        assertThat(cache.find(new DedupKey("other", "evt_1"), digest(1))).isEmpty();
    }

    @Test
    void idsWhoseHashCodesAreEqualAreDifferentKeys() {
        assertThat("AaAa".hashCode()).isEqualTo("BBBB".hashCode());
        cache.remember(key("AaAa"), digest(1), new TaskId(7), cache.era());
        assertThat(cache.find(key("BBBB"), digest(1))).isEmpty();
    }

    @Test
    void whatAnEarlierDatabaseCommittedIsNotRemembered() {
        int before = cache.era();
        cache.remember(key("evt_1"), digest(1), new TaskId(7), before);
        cache.forget();
        cache.remember(key("evt_2"), digest(1), new TaskId(8), before);
        assertThat(cache.find(key("evt_1"), digest(1))).isEmpty();
        assertThat(cache.find(key("evt_2"), digest(1))).isEmpty();
    }

    @Test
    void itStaysBelowItsBound() {
        for (int i = 0; i < 20_000; i++) {
            cache.remember(key("evt_" + i), digest(i), new TaskId(i + 1), cache.era());
        }
        assertThat(cache.size()).isBetween(3_000L, (1L << 20) / DedupCache.ENTRY_BYTES);
    }

    @Test
    void anEntryCostsWhatTheBoundTakesItFor() {
        int entries = 200_000;
        DedupCache large = new DedupCache(1L << 30);
        long before = usedBytes();
        String source = "stripe-eu";
        var dice = new SplittableRandom(1);
        for (int i = 0; i < entries; i++) {
            String id = "evt_" + Long.toHexString(dice.nextLong() | Long.MIN_VALUE) + "12345678";
            large.remember(new DedupKey(source, id), digest(i), new TaskId(i + 1), large.era());
        }
        long perEntry = (usedBytes() - before) / entries;
        assertThat(large.size()).isEqualTo(entries);
        assertThat(perEntry)
                .as("bytes an entry with an id of 28 characters")
                .isBetween(DedupCache.ENTRY_BYTES - 40L, DedupCache.ENTRY_BYTES + 28L);
    }

    private static long usedBytes() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(
                    used,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return used;
    }

    private static DedupKey key(String id) {
        return new DedupKey("shop", id);
    }

    private static byte[] digest(long seed) {
        return ByteBuffer.allocate(32).putLong(seed * 31).putLong(seed).array();
    }
}
