package tallygate.gateway.desk;

import java.time.Instant;
import java.util.List;

/** Sagas and what could not be undone, for lists. */
public interface SagaLook {
    /** One saga; its status is numbered as in {@code saga_instance}. */
    record SagaLine(
            long row, String id, String type, String bizId, int status, int step, String error, Instant changedAt) {}

    /** One open dead letter. */
    record LetterLine(long id, String saga, String step, int tries, String error, String owner, Instant at) {}

    /** Newest first. */
    List<SagaLine> sagas(long before, int limit);

    /** Open ones, newest first. */
    List<LetterLine> letters(int limit);
}
