package tallygate.loadtest.drive;

import java.util.concurrent.atomic.AtomicInteger;

/** Deals out the messages of a feed to many loops: each one once, or round and round. */
public final class Cursor {
    private final int size;
    private final boolean repeating;
    private final AtomicInteger next = new AtomicInteger();

    public Cursor(int size, boolean repeating) {
        this.size = size;
        this.repeating = repeating;
    }

    /** The next message, or a negative number when all are dealt out. */
    int take() {
        if (repeating) {
            return next.getAndUpdate(last -> last + 1 < size ? last + 1 : 0);
        }
        int message = next.getAndIncrement();
        if (message < size) {
            return message;
        }
        next.set(size);
        return -1;
    }

    public boolean isUsedUp() {
        return !repeating && next.get() >= size;
    }
}
