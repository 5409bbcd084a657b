package tallygate.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/** Counts something that is limited over all connections of a listener. The limit is handed in: it may be reloaded. */
final class Budget {
    private final AtomicLong used = new AtomicLong();

    boolean take(long amount, long max) {
        if (used.addAndGet(amount) > max) {
            used.addAndGet(-amount);
            return false;
        }
        return true;
    }

    void give(long amount) {
        used.addAndGet(-amount);
    }

    boolean isUsedUp(long max) {
        return used.get() >= max;
    }

    long used() {
        return used.get();
    }
}
