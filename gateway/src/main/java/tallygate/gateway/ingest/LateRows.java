package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;

/**
 * Rows whose insert had an unknown end and whose sender was told to come again. If such a row is there, or turns up while a
 * stuck commit comes loose, it is counted as every stored row is; a leased one is also released, since nobody runs it and any
 * node may. What turns up later than one lease after the database was back has a lease of its own that ends soon after.
 */
final class LateRows {
    static final long NEVER = Long.MAX_VALUE;
    private static final int ROWS_MAX = 65_536;
    private static final int ROWS_A_CALL = 256;
    private static final long ROUND = Duration.ofSeconds(2).toNanos();
    private static final long PAUSE_AFTER_FAILURE = Duration.ofSeconds(1).toNanos();

    /**
     * One of them, without its content.
     *
     * @param owner under which it was sent
     * @param isLeased whether it was sent leased
     * @param isForQuarantine whether it was last sent to quarantine
     */
    record Late(
            TaskId id, long owner, boolean isLeased, boolean isHeld, boolean isForQuarantine, EndpointMeters meters) {
        private boolean goesWith(Late other) {
            return owner == other.owner && isLeased == other.isLeased;
        }
    }

    /** A row that was not there when it was asked for. */
    private record Absent(Late late, long until) {}

    private final long lease;
    private final ArrayDeque<Late> fresh = new ArrayDeque<>();
    private final ArrayDeque<Absent> absent = new ArrayDeque<>();
    private int leftInRound;
    private long notBefore;
    private boolean mustWait;

    LateRows(Duration lease) {
        this.lease = lease.toNanos();
    }

    /** Over the bound the oldest are left to the end of their leases. */
    void note(Late late) {
        if (fresh.size() == ROWS_MAX) {
            fresh.removeFirst();
        }
        fresh.addLast(late);
    }

    /** How long until there is something to ask, 0 for now, {@link #NEVER} for nothing. */
    long dueIn(long now) {
        if (fresh.isEmpty() && absent.isEmpty()) {
            return NEVER;
        }
        return mustWait ? Math.max(0, notBefore - now) : 0;
    }

    /**
     * Asks for some of them, in one store call. A failure forgets nothing.
     *
     * @param found is told of each that is there, once
     */
    void ask(IntakeStore store, long now, BiConsumer<Late, Insertion> found) {
        boolean isFirst = !fresh.isEmpty();
        if (!isFirst && leftInRound == 0) {
            leftInRound = absent.size();
        }
        List<Absent> asked = isFirst ? takeFresh(now) : takeAbsent();
        Late first = asked.getFirst().late;
        List<TaskId> ids = asked.stream().map(a -> a.late.id).toList();
        Map<TaskId, Insertion> settled;
        try {
            List<Insertion> committed = first.isLeased ? store.release(ids, first.owner) : store.find(ids);
            settled = committed.stream().collect(Collectors.toMap(Insertion::task, one -> one));
        } catch (StoreException e) {
            asked.reversed().forEach(a -> fresh.addFirst(a.late));
            leftInRound = 0;
            waitUntil(now + PAUSE_AFTER_FAILURE);
            throw e;
        }
        for (Absent one : asked) {
            Insertion there = settled.get(one.late.id);
            if (there != null) {
                found.accept(one.late, there);
            } else if (one.until - now > 0) {
                absent.addLast(one);
            }
        }
        leftInRound = isFirst ? leftInRound : leftInRound - asked.size();
        mustWait = false;
        if (fresh.isEmpty() && leftInRound == 0) {
            waitUntil(now + ROUND);
        }
    }

    private List<Absent> takeFresh(long now) {
        Late first = fresh.getFirst();
        List<Absent> asked = new ArrayList<>();
        while (asked.size() < ROWS_A_CALL
                && !fresh.isEmpty()
                && fresh.getFirst().goesWith(first)) {
            asked.add(new Absent(fresh.removeFirst(), now + lease));
        }
        return asked;
    }

    private List<Absent> takeAbsent() {
        Late first = absent.getFirst().late;
        List<Absent> asked = new ArrayList<>();
        int most = Math.min(ROWS_A_CALL, leftInRound);
        while (asked.size() < most
                && !absent.isEmpty()
                && absent.getFirst().late.goesWith(first)) {
            asked.add(absent.removeFirst());
        }
        return asked;
    }

    int size() {
        return fresh.size() + absent.size();
    }

    private void waitUntil(long then) {
        notBefore = then;
        mustWait = true;
    }
}
