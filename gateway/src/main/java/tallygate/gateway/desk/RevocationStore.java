package tallygate.gateway.desk;

import java.time.Instant;
import java.util.List;

/** Keys that leaked, and how far what they may have signed is on hold. */
public interface RevocationStore {
    /**
     * One of them.
     *
     * @param seen tasks of the endpoint since then that were looked at
     * @param held of them put on hold; the others had ended or were running
     */
    record Row(
            long id,
            String endpoint,
            String key,
            Instant from,
            long seen,
            long held,
            boolean isDone,
            String askedBy,
            Instant askedAt) {}

    /** Newest first. */
    List<Row> list(int limit);

    /**
     * Looks at the next tasks of one that is under way; nodes take turns by a row lock.
     *
     * @return false when there is nothing to do
     */
    boolean step(int rows);
}
