package tallygate.gateway.http;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers on their way from any thread to one event loop. Whoever finds the queue empty wakes the loop, nobody else: a
 * writer that completes hundreds of requests after one commit wakes each loop once.
 */
final class AnswerQueue implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(AnswerQueue.class);

    private final Executor loop;
    private final AtomicReference<@Nullable Exchange> newest = new AtomicReference<>();

    AnswerQueue(Executor loop) {
        this.loop = loop;
    }

    /** @param exchange with its answer in it */
    void put(Exchange exchange) {
        @Nullable Exchange before;
        do {
            before = newest.get();
            exchange.follows(before);
        } while (!newest.compareAndSet(before, exchange));
        if (before == null) {
            wake();
        }
    }

    private void wake() {
        try {
            loop.execute(this);
        } catch (RejectedExecutionException e) {
            log.debug("listener is closed, the answers of its last requests are dropped", e);
        }
    }

    /** On the loop: delivers what is there, the oldest answer first. */
    @Override
    public void run() {
        @Nullable Exchange oldest = reversed(newest.getAndSet(null));
        while (oldest != null) {
            Exchange exchange = oldest;
            oldest = exchange.next();
            exchange.follows(null);
            exchange.deliver();
        }
    }

    private static @Nullable Exchange reversed(@Nullable Exchange newest) {
        @Nullable Exchange oldest = null;
        @Nullable Exchange rest = newest;
        while (rest != null) {
            Exchange exchange = rest;
            rest = exchange.next();
            exchange.follows(oldest);
            oldest = exchange;
        }
        return oldest;
    }
}
