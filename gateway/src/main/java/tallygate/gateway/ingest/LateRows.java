package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;

/**
 * Leased rows whose insert had an unknown end and whose sender was told to come again. If such a row is there, or turns up
 * while a stuck commit comes loose, nobody runs it: it is released, so that any node may claim it. What turns up later than
 * one lease after the database was back has a lease of its own that ends soon after.
 */
final class LateRows {
    static final long NEVER = Long.MAX_VALUE;
    private static final int ROWS_MAX = 65_536;
    private static final int ROWS_A_CALL = 256;
    private static final long ROUND = Duration.ofSeconds(2).toNanos();
    private static final long PAUSE_AFTER_FAILURE = Duration.ofSeconds(1).toNanos();

    /** @param owner under which it was sent */
    private record Late(TaskId id, long owner) {}

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
    void note(TaskId id, long owner) {
        if (fresh.size() == ROWS_MAX) {
            fresh.removeFirst();
        }
        fresh.addLast(new Late(id, owner));
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
     * @return how many were there
     */
    int ask(IntakeStore store, long now) {
        boolean isFirst = !fresh.isEmpty();
        if (!isFirst && leftInRound == 0) {
            leftInRound = absent.size();
        }
        List<Absent> asked = isFirst ? takeFresh(now) : takeAbsent();
        long owner = asked.getFirst().late.owner;
        Set<TaskId> settled;
        try {
            settled = store.release(asked.stream().map(a -> a.late.id).toList(), owner);
        } catch (StoreException e) {
            asked.reversed().forEach(a -> fresh.addFirst(a.late));
            leftInRound = 0;
            waitUntil(now + PAUSE_AFTER_FAILURE);
            throw e;
        }
        for (Absent one : asked) {
            if (!settled.contains(one.late.id) && one.until - now > 0) {
                absent.addLast(one);
            }
        }
        leftInRound = isFirst ? leftInRound : leftInRound - asked.size();
        mustWait = false;
        if (fresh.isEmpty() && leftInRound == 0) {
            waitUntil(now + ROUND);
        }
        return settled.size();
    }

    private List<Absent> takeFresh(long now) {
        long owner = fresh.getFirst().owner;
        List<Absent> asked = new ArrayList<>();
        while (asked.size() < ROWS_A_CALL && !fresh.isEmpty() && fresh.getFirst().owner == owner) {
            asked.add(new Absent(fresh.removeFirst(), now + lease));
        }
        return asked;
    }

    private List<Absent> takeAbsent() {
        long owner = absent.getFirst().late.owner;
        List<Absent> asked = new ArrayList<>();
        int most = Math.min(ROWS_A_CALL, leftInRound);
        while (asked.size() < most && !absent.isEmpty() && absent.getFirst().late.owner == owner) {
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
