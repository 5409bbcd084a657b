package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps senders from waiting for a database that is known to be away. While it is open every request is told at once to come
 * again, except one now and then, whose insert finds out whether the database is back.
 */
final class StoreBreaker {
    private static final Logger log = LoggerFactory.getLogger(StoreBreaker.class);

    /** Not a time that a monotonic clock gives within the life of a machine. */
    private static final long CLOSED = Long.MIN_VALUE;

    private static final long PAUSE_FIRST = Duration.ofMillis(100).toNanos();
    private static final int DOUBLINGS_MAX = 3;

    private final long probeTime;
    /** When the next request may try; {@link #CLOSED} while all may. */
    private final AtomicLong retryAt = new AtomicLong(CLOSED);
    /** Written by writers only. */
    private volatile int failures;

    /** @param probeTime after this long without a result another request may try */
    StoreBreaker(Duration probeTime) {
        this.probeTime = probeTime.toNanos();
    }

    /** For event loops. True lets the request through, be it as the one that finds out. */
    boolean admits(long now) {
        long at = retryAt.get();
        if (at == CLOSED) {
            return true;
        }
        return now - at >= 0 && retryAt.compareAndSet(at, now + probeTime);
    }

    boolean isOpen() {
        return retryAt.get() != CLOSED;
    }

    /** How long until {@link #admits} may let one through, in nanoseconds. */
    long admitsIn(long now) {
        long at = retryAt.get();
        return at == CLOSED ? 0 : Math.max(0, at - now);
    }

    /** A store call failed in a way that says the database is away. */
    synchronized void failed(long now, String why) {
        long pause = PAUSE_FIRST << Math.min(failures, DOUBLINGS_MAX);
        failures = failures + 1;
        if (retryAt.getAndSet(now + pause) == CLOSED) {
            log.error(
                    "breaker=open reason=\"{}\" callbacks are answered 503 at once and one request in {} ms or more"
                            + " tries the database; check that it runs and accepts writes",
                    why,
                    pause / 1_000_000);
        }
    }

    /** A store call was committed. */
    void succeeded() {
        if (isOpen()) {
            close();
        }
    }

    private synchronized void close() {
        if (retryAt.getAndSet(CLOSED) != CLOSED) {
            log.info("breaker=closed failures={} the database commits again, callbacks are stored", failures);
            failures = 0;
        }
    }
}
