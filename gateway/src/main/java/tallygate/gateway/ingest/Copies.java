package tallygate.gateway.ingest;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.CopyStore;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreException.Kind;
import tallygate.gateway.task.TaskId;

/**
 * Counts deliveries of events that are stored already, so that a task's page can tell of them. It works behind the answers:
 * a copy costs its sender an entry in memory, the database one row for each such task every few seconds. What is in memory
 * when a node is killed is lost, and it is never counted twice; the counters of duplicates do not depend on it.
 */
final class Copies {
    private static final Logger log = LoggerFactory.getLogger(Copies.class);

    /** Tasks between two writings; with the pause at most some 1,600 rows a second, whatever is replayed. */
    static final int TASKS_MAX = 8_192;

    private static final int ROWS_A_CALL = 256;
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Of one task since the last writing. Times are monotonic nanoseconds. */
    private record Seen(long copies, long first, long last, String address) {
        Seen with(Seen other) {
            Seen later = other.last - last >= 0 ? other : this;
            return new Seen(
                    copies + other.copies,
                    Math.min(first - last, other.first - last) + last,
                    later.last,
                    later.address);
        }
    }

    private final CopyStore store;
    private final Counter dropped;
    private final LongSupplier nanos;
    private final ConcurrentHashMap<Long, Seen> seen = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().name("copies").daemon(true).unstarted(this::run);

    /**
     * @param dropped counts copies that are not kept
     * @param nanos a monotonic clock
     */
    Copies(CopyStore store, Counter dropped, LongSupplier nanos) {
        this.store = store;
        this.dropped = dropped;
        this.nanos = nanos;
    }

    void start() {
        thread.start();
    }

    /** For event loops and writers: never waits. */
    void note(long task, String address) {
        long now = nanos.getAsLong();
        note(task, new Seen(1, now, now, address));
    }

    private void note(long task, Seen more) {
        if (seen.mappingCount() >= TASKS_MAX && !seen.containsKey(task)) {
            dropped.increment((double) more.copies());
            return;
        }
        seen.merge(task, more, Seen::with);
    }

    /** Writes what is counted, as far as the time allows. */
    void close(Duration atMost) throws InterruptedException {
        closed.countDown();
        if (!thread.join(atMost)) {
            thread.interrupt();
        }
    }

    private void run() {
        try {
            boolean isLast = false;
            while (!isLast) {
                isLast = closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                write();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            log.warn("tasks={} whose copies are not counted, this node stops now", seen.size());
        }
    }

    /** Everything that is counted up to now. */
    void write() {
        List<Long> tasks = new ArrayList<>(seen.keySet());
        // In one order on all nodes: they wait for each other, and never in a circle.
        tasks.sort(Comparator.naturalOrder());
        for (int i = 0; i < tasks.size(); i += ROWS_A_CALL) {
            if (!write(tasks.subList(i, Math.min(tasks.size(), i + ROWS_A_CALL)))) {
                return;
            }
        }
    }

    /** @return false when the database is better left alone until the next time */
    private boolean write(List<Long> tasks) {
        Map<Long, Seen> taken = new LinkedHashMap<>();
        for (Long task : tasks) {
            Optional.ofNullable(seen.remove(task)).ifPresent(one -> taken.put(task, one));
        }
        long now = nanos.getAsLong();
        List<CopyStore.Copies> rows = new ArrayList<>(taken.size());
        taken.forEach((task, one) -> rows.add(row(task, one, now)));
        try {
            store.add(rows);
            return true;
        } catch (StoreException e) {
            if (e.kind() == Kind.TRANSIENT || e.kind() == Kind.UNAVAILABLE) {
                taken.forEach(this::note);
                log.debug("tasks={} whose copies are counted later: {}", tasks.size(), e.getMessage());
                return e.kind() == Kind.TRANSIENT;
            }
            log.warn("tasks={} whose copies may not be counted, going on: {}", tasks.size(), e.getMessage());
        } catch (RuntimeException e) {
            log.error("tasks={} whose copies may not be counted, going on", tasks.size(), e);
        }
        dropped.increment(taken.values().stream().mapToDouble(Seen::copies).sum());
        return false;
    }

    private static CopyStore.Copies row(long task, Seen seen, long now) {
        Duration last = Duration.ofNanos(Math.max(0, now - seen.last()));
        Duration first = Duration.ofNanos(Math.max(last.toNanos(), now - seen.first()));
        return new CopyStore.Copies(new TaskId(task), seen.copies(), first, last, seen.address());
    }
}
