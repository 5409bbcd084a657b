package tallygate.gateway.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Tasks that may be what kills the node: each runs with nothing beside it, so that a further death can be laid at its door.
 * Between two of them the other tasks get as much time as the last one took. Guarded by the lock of {@link Holdings}.
 */
final class Solo {
    /** Lost leases in a row before a task runs alone: until then it may have been a bystander. */
    static final int CRASHES_BEFORE = 2;

    private final Deque<Holding> waiting = new ArrayDeque<>();
    private boolean isRunning;
    private boolean isAsking;
    private long askedNanos;
    private long notBeforeNanos = Long.MIN_VALUE;

    void add(Holding holding) {
        waiting.add(holding);
    }

    boolean remove(Holding holding) {
        return waiting.remove(holding);
    }

    /** True while no other task may begin. */
    boolean holdsBackOthers(long nowNanos) {
        if (isRunning) {
            return true;
        }
        if (waiting.isEmpty() || (notBeforeNanos != Long.MIN_VALUE && nowNanos - notBeforeNanos < 0)) {
            return false;
        }
        if (!isAsking) {
            isAsking = true;
            askedNanos = nowNanos;
        }
        return true;
    }

    /** The next one. Only while nothing else runs. */
    Optional<Holding> next(long nowNanos) {
        Holding first = waiting.poll();
        if (first != null) {
            askedNanos = isAsking ? askedNanos : nowNanos;
            isAsking = true;
            isRunning = true;
        }
        return Optional.ofNullable(first);
    }

    void ended(long nowNanos) {
        isRunning = false;
        isAsking = false;
        notBeforeNanos = nowNanos + (nowNanos - askedNanos);
    }

    Deque<Holding> takeAll() {
        var all = new ArrayDeque<>(waiting);
        waiting.clear();
        isAsking = false;
        return all;
    }
}
