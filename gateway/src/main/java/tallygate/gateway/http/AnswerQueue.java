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
    private final AtomicReference<@Nullable Entry> newest = new AtomicReference<>();

    /** One answer; it is its own link, so queueing takes no memory. */
    abstract static class Entry {
        private @Nullable Entry next;

        /** On the event loop. */
        abstract void deliver();
    }

    AnswerQueue(Executor loop) {
        this.loop = loop;
    }

    /** @param entry not in a queue yet */
    void put(Entry entry) {
        @Nullable Entry before;
        do {
            before = newest.get();
            entry.next = before;
        } while (!newest.compareAndSet(before, entry));
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
        @Nullable Entry oldest = reversed(newest.getAndSet(null));
        while (oldest != null) {
            Entry entry = oldest;
            oldest = entry.next;
            entry.next = null;
            deliver(entry);
        }
    }

    private static void deliver(Entry entry) {
        try {
            entry.deliver();
        } catch (RuntimeException e) {
            log.error("an answer could not be written, its sender will send again; the others follow", e);
        }
    }

    private static @Nullable Entry reversed(@Nullable Entry newest) {
        @Nullable Entry oldest = null;
        @Nullable Entry rest = newest;
        while (rest != null) {
            Entry entry = rest;
            rest = entry.next;
            entry.next = oldest;
            oldest = entry;
        }
        return oldest;
    }
}
