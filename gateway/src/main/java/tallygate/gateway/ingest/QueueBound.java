package tallygate.gateway.ingest;

import java.time.Duration;

/**
 * How many rows a writer's queue may hold. A burst, or a pause of the database, may fill it whole, so that nobody is sent
 * away for a moment's sake. A queue that stands, because more comes than is committed, may hold only what is committed within
 * {@link #WAIT}: a longer one refuses as many and lets those it takes wait longer. Used by the writer's thread.
 */
final class QueueBound {
    /** As long without one batch that took all there was is no burst any more. */
    static final Duration STANDING = Duration.ofSeconds(1);

    static final Duration WAIT = Duration.ofMillis(200);

    private static final long NOT_STANDING = Long.MIN_VALUE;

    private final int batchRows;
    private final int most;
    /** One batch in hand and one that is complete when the commit returns: with less, batches would shrink. */
    private final int least;

    private long fullSince = NOT_STANDING;
    private long committed;

    QueueBound(int batchRows, int most) {
        this.batchRows = batchRows;
        this.most = most;
        this.least = Math.min(most, 2 * batchRows);
    }

    void committed(int rows) {
        committed += rows;
    }

    /**
     * To be asked whenever a batch is made.
     *
     * @param ready rows that a batch could be made of
     */
    int rows(int ready, long now) {
        if (ready < batchRows) {
            fullSince = NOT_STANDING;
            return most;
        }
        if (fullSince == NOT_STANDING) {
            fullSince = now;
            committed = 0;
        }
        long standing = now - fullSince;
        if (standing < STANDING.toNanos()) {
            return most;
        }
        long within = committed * WAIT.toNanos() / standing;
        if (standing >= 2 * STANDING.toNanos()) {
            // What happened long ago counts for less.
            fullSince += standing / 2;
            committed /= 2;
        }
        return Math.clamp(within, least, most);
    }
}
