package tallygate.loadtest.drive;

/** The closed model: each connection sends its next message as soon as it has the answer to the one before. */
public final class ClosedTraffic implements Traffic {
    private final Cursor cursor;
    private final long until;

    /** @param until when to stop, in nanoseconds of the loop's clock; {@link #NOTHING} sends the whole feed */
    public ClosedTraffic(Cursor cursor, long until) {
        this.cursor = cursor;
        this.until = until;
    }

    @Override
    public long nextDue(long now) {
        return isOver(now) ? NOTHING : now;
    }

    @Override
    public int take(long now) {
        return cursor.take();
    }

    @Override
    public void answered(int message, int status, long now) {
        // The loop's free connection is what makes the next message due.
    }

    @Override
    public boolean countsFromDue() {
        return false;
    }

    @Override
    public boolean isOver(long now) {
        return now >= until || cursor.isUsedUp();
    }
}
