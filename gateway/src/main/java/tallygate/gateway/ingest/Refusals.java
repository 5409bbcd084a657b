package tallygate.gateway.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.provider.BoundProvider;
import tallygate.gateway.task.RejectedStore;
import tallygate.gateway.task.RejectedStore.Kept;
import tallygate.gateway.task.Rejection;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.VerificationValues;
import tallygate.signature.Reason;

/**
 * Keeps refused requests so that they can be explained and verified again. It works behind the answers: no sender waits for
 * it, and a flood of forgeries costs a queue that is full, not memory and not the database.
 */
final class Refusals {
    private static final Logger log = LoggerFactory.getLogger(Refusals.class);
    private static final int ROWS_A_CALL = 64;
    private static final int SENDERS_MAX = 10_000;
    private static final Duration MUTED_FOR = Duration.ofMinutes(1);
    private static final Duration DAYS_FOR_PEOPLE = Duration.ofDays(7);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private record Sender(String endpoint, String address, Reason reason) {
        static Sender of(Rejection rejection) {
            return new Sender(rejection.endpoint(), rejection.request().remoteAddress(), rejection.reason());
        }
    }

    private final RejectedStore store;
    private final RefusalLimits limits;
    private final IngestMetrics metrics;
    private final BlockingQueue<Rejection> queue;
    private final AtomicLong bytes = new AtomicLong();
    /** Senders whose share is used up: they are not even queued for a while. */
    private final Cache<Sender, Boolean> muted;

    private final Thread thread =
            Thread.ofPlatform().name("refusals").daemon(true).unstarted(this::run);
    private volatile boolean isClosed;

    Refusals(RejectedStore store, RefusalLimits limits, IngestMetrics metrics, LongSupplier nanos) {
        this.store = store;
        this.limits = limits;
        this.metrics = metrics;
        queue = new ArrayBlockingQueue<>(limits.queueRows());
        Ticker ticker = nanos::getAsLong;
        muted = Caffeine.newBuilder()
                .executor(Runnable::run)
                .ticker(ticker)
                .maximumSize(SENDERS_MAX)
                .expireAfterWrite(MUTED_FOR)
                .build();
    }

    void start() {
        thread.start();
    }

    /** For event loops: never waits. */
    void record(Rejection rejection) {
        int size = rejection.request().body().length;
        if (isClosed || muted.getIfPresent(Sender.of(rejection)) != null) {
            metrics.rejectedDropped().increment();
            return;
        }
        if (bytes.addAndGet(size) > limits.queueBytes() || !queue.offer(rejection)) {
            bytes.addAndGet(-size);
            metrics.rejectedDropped().increment();
        }
    }

    /** As long as this provider sends again, and some days for people. */
    Duration keepFor(BoundProvider provider) {
        Duration longest = provider.retriesFor().plus(DAYS_FOR_PEOPLE);
        return longest.compareTo(limits.keepFor()) > 0 ? longest : limits.keepFor();
    }

    /** Records what is queued, as far as the time allows. */
    void close(Duration atMost) throws InterruptedException {
        isClosed = true;
        if (!thread.join(atMost)) {
            thread.interrupt();
        }
    }

    private void run() {
        List<Rejection> batch = new ArrayList<>(ROWS_A_CALL);
        try {
            while (true) {
                Rejection first = queue.poll(100, TimeUnit.MILLISECONDS);
                if (first == null) {
                    if (isClosed) {
                        return;
                    }
                    continue;
                }
                batch.add(first);
                queue.drainTo(batch, ROWS_A_CALL - 1);
                batch.forEach(r -> bytes.addAndGet(-r.request().body().length));
                if (!keep(batch) && !isClosed) {
                    TimeUnit.NANOSECONDS.sleep(PAUSE_AFTER_FAILURE.toNanos());
                }
                batch.clear();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            log.warn("refused={} are not recorded, this node stops now", queue.size());
        }
    }

    /** Here and not on the event loop, since nobody waits for it. */
    private static List<Rejection> withoutValues(List<Rejection> batch) {
        return batch.stream()
                .map(rejection -> rejection.withRequest(VerificationValues.dropped(rejection.request())))
                .toList();
    }

    /** @return false when the store failed: its rows are counted as dropped */
    boolean keep(List<Rejection> batch) {
        try {
            List<Kept> answers = store.keep(withoutValues(batch), limits.caps());
            for (int i = 0; i < batch.size(); i++) {
                if (answers.get(i) instanceof Kept.Capped) {
                    muted.put(Sender.of(batch.get(i)), Boolean.TRUE);
                }
            }
            return true;
        } catch (StoreException e) {
            log.warn("refused={} are not recorded, going on: {}", batch.size(), e.getMessage());
        } catch (RuntimeException e) {
            log.error("refused={} are not recorded, going on", batch.size(), e);
        }
        metrics.rejectedDropped().increment(batch.size());
        return false;
    }
}
