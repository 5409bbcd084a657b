package tallygate.gateway.admin.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How often each caller may ask: a bucket that fills steadily. */
final class Pace {
    private static final int CALLERS_MAX = 10_000;
    private static final double PER_SECOND = 20;
    private static final double BURST = 100;

    private final LongSupplier nanos;
    private final Cache<String, Bucket> buckets =
            Caffeine.newBuilder().maximumSize(CALLERS_MAX).build();

    private static final class Bucket {
        double tokens = BURST;
        long at;
    }

    Pace(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @return zero when the request may go on, otherwise how long to wait */
    Duration take(String caller) {
        long now = nanos.getAsLong();
        Bucket bucket = buckets.get(caller, _ -> {
            Bucket fresh = new Bucket();
            fresh.at = now;
            return fresh;
        });
        synchronized (bucket) {
            double filled = bucket.tokens + (now - bucket.at) / 1e9 * PER_SECOND;
            bucket.tokens = Math.min(BURST, filled);
            bucket.at = now;
            if (bucket.tokens >= 1) {
                bucket.tokens -= 1;
                return Duration.ZERO;
            }
            return Duration.ofSeconds(1);
        }
    }
}
