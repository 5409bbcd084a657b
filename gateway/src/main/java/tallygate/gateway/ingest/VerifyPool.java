package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A few threads for judgements that would hold up an event loop. Bounded: what does not fit comes again. */
final class VerifyPool {
    private final ThreadPoolExecutor threads;

    VerifyPool(int size, int queue) {
        threads = new ThreadPoolExecutor(
                size,
                size,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(queue),
                Thread.ofPlatform().name("verify-", 0).daemon(true).factory());
    }

    /** @return false when it is full or closed: nothing will be run */
    boolean run(Runnable judgement) {
        try {
            threads.execute(judgement);
            return true;
        } catch (RejectedExecutionException _) {
            return false;
        }
    }

    int waiting() {
        return threads.getQueue().size();
    }

    void close(Duration atMost) throws InterruptedException {
        threads.shutdown();
        threads.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }
}
