package tallygate.callback.handler;

import java.util.List;
import java.util.Map;

/** Asks a business service whether effects that it was sent are really there: a success may have been a false one. */
public interface OutcomeProbe extends AutoCloseable {
    /** Questions of one call at most. */
    int BATCH_MAX = 500;

    /** What the service knows of one effect. */
    enum Answer {
        APPLIED,
        NOT_APPLIED,
        /** It did not answer for this one, or cannot tell: never taken for a no. */
        UNKNOWN
    }

    /** Which effect; the key is the one that the deliveries carried. */
    record Question(long taskId, String idempotencyKey, String bizType, String bizId, String eventId) {}

    /**
     * @param questions 1..{@link #BATCH_MAX}
     * @return an answer for some of the tasks; who is missing is unknown. Empty when the service did not answer
     */
    Map<Long, Answer> ask(List<Question> questions) throws InterruptedException;

    @Override
    default void close() {}
}
