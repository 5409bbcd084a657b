package tallygate.gateway.ingest;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * From many event loops to one writer, without locks and without garbage: a stack that links the rows themselves, taken whole
 * and turned round. Bounded by rows and bytes, and a row counts until it is settled, so that what the writer holds is bounded
 * too.
 */
final class IntakeQueue {
    private final long bytesMax;
    /** Set by the writer; what is in the queue stays when it sinks. */
    private volatile int rowsMax;

    private final AtomicReference<@Nullable Pending> top = new AtomicReference<>();
    private final AtomicInteger rows = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    IntakeQueue(int rowsMax, long bytesMax) {
        this.rowsMax = rowsMax;
        this.bytesMax = bytesMax;
    }

    /** @return false when it is full: nothing was taken */
    boolean offer(Pending pending) {
        int size = pending.bytes();
        int rowsNow = rows.incrementAndGet();
        long bytesNow = bytes.addAndGet(size);
        if (rowsNow > rowsMax || bytesNow > bytesMax) {
            settled(size);
            return false;
        }
        Pending below;
        do {
            below = top.get();
            pending.below = below;
        } while (!top.compareAndSet(below, pending));
        return true;
    }

    void bound(int rows) {
        if (rowsMax != rows) {
            rowsMax = rows;
        }
    }

    int bound() {
        return rowsMax;
    }

    /** Moves everything to the end of the deque, oldest first. For the writer only. */
    void drainTo(ArrayDeque<Pending> ready) {
        Pending newest = top.getAndSet(null);
        Pending turned = null;
        while (newest != null) {
            Pending next = newest.below;
            newest.below = turned;
            turned = newest;
            newest = next;
        }
        while (turned != null) {
            ready.addLast(turned);
            Pending next = turned.below;
            turned.below = null;
            turned = next;
        }
    }

    /** Its sender has been answered: the room is free again. */
    void settled(Pending pending) {
        settled(pending.bytes());
    }

    boolean isEmpty() {
        return top.get() == null;
    }

    int rows() {
        return rows.get();
    }

    long bytes() {
        return bytes.get();
    }

    private void settled(int size) {
        rows.decrementAndGet();
        bytes.addAndGet(-size);
    }
}
