package tallygate.loadtest.drive;

/**
 * What to send and when; hears what came of it. One loop thread calls it. All times are nanoseconds of one monotonic clock.
 */
public interface Traffic {
    /** {@link #nextDue} when nothing becomes due by the passing of time alone. */
    long NOTHING = Long.MAX_VALUE;

    /** When the next message is due (it may be in the past), or {@link #NOTHING}. */
    long nextDue(long now);

    /** Takes the due message. Called only after {@link #nextDue} named a time that has come. */
    int take(long now);

    /** @param status the HTTP status, or 0 when there was no answer (refused, reset, timed out, garbage) */
    void answered(int message, int status, long now);

    /** True when latency counts from the time a message was due, false when from the time it was sent. */
    boolean countsFromDue();

    /** True when nothing will ever become due again, whatever is still answered. */
    boolean isOver(long now);
}
