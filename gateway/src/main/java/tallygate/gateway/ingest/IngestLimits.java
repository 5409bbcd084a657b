package tallygate.gateway.ingest;

import java.time.Duration;

/**
 * The bounds of the intake. Over a bound the sender is told to come again; nothing queues without end.
 *
 * @param writers connections that insert; one carries tens of thousands of rows a second
 * @param batchRows rows of one commit at the most, 1..256
 * @param batchBytes payload bytes of one commit at the most; one row may be larger
 * @param queueRows rows of one writer that are accepted and not yet committed
 * @param queueBytes payload bytes of one writer that are accepted and not yet committed
 * @param answerWithin from the arrival of a request to its answer: later than that it is answered "again, please"
 * @param lease how long rows that are handed over in memory stay ours
 * @param cacheBytes memory of the dedup cache, by estimate
 * @param dedupMemory how long the table keeps event ids; an older event is held for confirmation, never run
 * @param verifyThreads threads for judgements that are too slow for an event loop
 * @param verifyQueue requests that wait for such a thread at the most
 */
public record IngestLimits(
        int writers,
        int batchRows,
        long batchBytes,
        int queueRows,
        long queueBytes,
        Duration answerWithin,
        Duration lease,
        long cacheBytes,
        Duration dedupMemory,
        int verifyThreads,
        int verifyQueue) {
    private static final int BATCH_ROWS_MAX = 256;

    public IngestLimits {
        require(writers >= 1 && writers <= 8, "writers must be 1..8, was " + writers);
        require(batchRows >= 1 && batchRows <= BATCH_ROWS_MAX, "batchRows must be 1..256, was " + batchRows);
        require(batchBytes >= 1, "batchBytes must be positive, was " + batchBytes);
        require(queueRows >= batchRows, "queueRows must be at least batchRows, was " + queueRows);
        require(queueBytes >= batchBytes, "queueBytes must be at least batchBytes, was " + queueBytes);
        require(answerWithin.isPositive(), "answerWithin must be positive, was " + answerWithin);
        require(lease.isPositive(), "lease must be positive, was " + lease);
        require(cacheBytes >= 0, "cacheBytes must not be negative, was " + cacheBytes);
        require(dedupMemory.toDays() >= 2, "dedupMemory must be at least two days, was " + dedupMemory);
        require(verifyThreads >= 1, "verifyThreads must be positive, was " + verifyThreads);
        require(verifyQueue >= 1, "verifyQueue must be positive, was " + verifyQueue);
    }

    /** What a node uses unless it is told otherwise. */
    public static IngestLimits standard() {
        return new IngestLimits(
                1,
                BATCH_ROWS_MAX,
                4L << 20,
                8_192,
                64L << 20,
                Duration.ofSeconds(3),
                Duration.ofSeconds(30),
                64L << 20,
                Duration.ofDays(400),
                2,
                1_024);
    }

    private static void require(boolean holds, String complaint) {
        if (!holds) {
            throw new IllegalArgumentException(complaint);
        }
    }
}
