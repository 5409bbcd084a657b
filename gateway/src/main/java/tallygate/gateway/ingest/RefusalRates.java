package tallygate.gateway.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import tallygate.gateway.http.AddressRange;
import tallygate.gateway.ingest.RefusalLimits.Rates;

/**
 * How many callbacks of one source, and of all strange sources together, are judged although they turn out not to be genuine.
 * What is over it is told to come again unjudged, so that a flood of forgeries costs neither signatures nor places in the
 * queue for slow ones.
 *
 * <p>A source that has lately sent a genuine callback is not limited: whoever has a key is no forger, and a stranger who
 * makes the provider call us, or who comes by the same proxy, must not cost its payments. A source that is limited is still
 * judged at the rate, so that the first genuine callback that comes through frees it.
 *
 * <p>Costs genuine callbacks one look-up and no memory.
 */
final class RefusalRates {
    /** So many seconds' worth may come at once. */
    private static final int BURST_SECONDS = 5;

    private static final int COUNTED_MAX = 20_000;
    private static final Duration COUNTED_FOR = Duration.ofMinutes(1);
    private static final int PROVEN_MAX = 20_000;
    private static final long PROVEN_NANOS = Duration.ofDays(1).toNanos();
    private static final long NOTED_AGAIN_NANOS = Duration.ofHours(1).toNanos();

    private static final String EVERYBODY = "";

    private record Source(String endpoint, String network) {}

    /** When the next refusal would come if they came evenly; as far ahead of now as the bucket is empty. */
    private record Bucket(long interval, AtomicLong due) {
        private long depth() {
            return BURST_SECONDS * Duration.ofSeconds(1).toNanos();
        }

        /** How long it stays empty. */
        long emptyFor(long now) {
            return due.get() - now + interval - depth();
        }

        void take(long now) {
            due.updateAndGet(before -> Math.min(Math.max(before - now, 0) + interval, depth()) + now);
        }
    }

    private final Rates rates;
    private final LongSupplier nanos;
    private final Cache<Source, Bucket> buckets;
    private final Cache<String, Long> proven;
    /** Before this nobody need look for a bucket that is empty. */
    private final AtomicLong allFullAt;

    RefusalRates(Rates rates, LongSupplier nanos) {
        this.rates = rates;
        this.nanos = nanos;
        this.allFullAt = new AtomicLong(nanos.getAsLong());
        buckets = Caffeine.newBuilder()
                .executor(Runnable::run)
                .ticker(nanos::getAsLong)
                .maximumSize(COUNTED_MAX)
                .expireAfterAccess(COUNTED_FOR)
                .build();
        proven = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumSize(PROVEN_MAX)
                .build();
    }

    /** False where one more callback of this source is not to be judged now. */
    boolean admits(String endpoint, String address) {
        long now = nanos.getAsLong();
        return allFullAt.get() - now <= 0
                || isProven(address, now)
                || (hasRoom(new Source(endpoint, AddressRange.networkOf(address)), now)
                        && hasRoom(new Source(endpoint, EVERYBODY), now));
    }

    /** One was judged, and is not genuine. */
    void refused(String endpoint, String address) {
        long now = nanos.getAsLong();
        if (!isProven(address, now)) {
            take(new Source(endpoint, AddressRange.networkOf(address)), rates.perSource(), now);
            take(new Source(endpoint, EVERYBODY), rates.perEndpoint(), now);
        }
    }

    /** One was judged, and is genuine. */
    void genuine(String address) {
        long now = nanos.getAsLong();
        Long noted = proven.getIfPresent(address);
        if (noted == null || now - noted > NOTED_AGAIN_NANOS) {
            proven.put(address, now);
        }
    }

    /** Sources of which something was refused within the last minute, at each endpoint, and the endpoints themselves. */
    long counted() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private boolean isProven(String address, long now) {
        Long noted = proven.getIfPresent(address);
        return noted != null && now - noted < PROVEN_NANOS;
    }

    private boolean hasRoom(Source source, long now) {
        Bucket bucket = buckets.getIfPresent(source);
        return bucket == null || bucket.emptyFor(now) <= 0;
    }

    private void take(Source source, int perSecond, long now) {
        long interval = Duration.ofSeconds(1).toNanos() / perSecond;
        Bucket bucket = buckets.get(source, _ -> new Bucket(interval, new AtomicLong(now)));
        bucket.take(now);
        long emptyFor = bucket.emptyFor(now);
        if (emptyFor > 0) {
            allFullAt.updateAndGet(before -> before - now < emptyFor ? now + emptyFor : before);
        }
    }
}
