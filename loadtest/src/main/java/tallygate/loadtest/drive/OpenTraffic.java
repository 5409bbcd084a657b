package tallygate.loadtest.drive;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The open model: messages come at their own times whether or not earlier ones were answered. Latency counts from the time a
 * message was due, so a stalled receiver is charged for everything that piled up meanwhile (no coordinated omission).
 */
public final class OpenTraffic implements Traffic {
    /** Arrivals closer together than this are sent by one wake-up. */
    private static final long TOGETHER_NANOS = 50_000;

    private final Schedule schedule;
    private final Cursor cursor;
    private final long start;
    /** How long after the last arrival what is still unsent is tried. */
    private final long giveUpAt;

    private int next;

    public OpenTraffic(Schedule schedule, Cursor cursor, long start, long patienceNanos) {
        this.schedule = schedule;
        this.cursor = cursor;
        this.start = start;
        this.giveUpAt = start + (schedule.size() == 0 ? 0 : schedule.offset(schedule.size() - 1)) + patienceNanos;
    }

    @Override
    public long nextDue(long now) {
        return isOver(now) ? NOTHING : start + schedule.offset(next);
    }

    @Override
    public int take(long now) {
        next++;
        return cursor.take();
    }

    @Override
    public void answered(int message, int status, long now) {
        // Arrivals do not depend on answers: that is the point of the open model.
    }

    @Override
    public boolean countsFromDue() {
        return true;
    }

    @Override
    public boolean isOver(long now) {
        return next >= schedule.size() || cursor.isUsedUp() || now >= giveUpAt;
    }

    /** Arrivals that were never sent, because no connection became free in time. */
    int unsent() {
        return schedule.size() - next;
    }

    /** Calls {@code wake} at each arrival, to about 60 µs; a selector's own timeout knows only milliseconds. */
    void wakeOnArrivals(Runnable wake, LongSupplier nanos) {
        for (int i = 0; i < schedule.size() && !Thread.currentThread().isInterrupted(); ) {
            long due = start + schedule.offset(i);
            for (long left = due - nanos.getAsLong(); left > 0; left = due - nanos.getAsLong()) {
                LockSupport.parkNanos(left);
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
            wake.run();
            long sentWith = nanos.getAsLong() + TOGETHER_NANOS;
            while (i < schedule.size() && start + schedule.offset(i) <= sentWith) {
                i++;
            }
        }
    }
}
