package tallygate.gateway.saga;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.Actor;

/** What people see of sagas and decide about them. No decision without an audit row, in the same transaction. */
public interface SagaDesk {
    /**
     * A saga as lists show it.
     *
     * @param isHeld no node goes on with it until a person decides
     * @param isFinal false: what it touched is in process, and no figure for a report
     */
    record Row(
            long row,
            SagaId id,
            String type,
            int version,
            String bizId,
            SagaStatus status,
            int step,
            boolean isHeld,
            boolean isFinal,
            String error,
            Instant createdAt,
            Instant updatedAt) {}

    /**
     * One line of a saga's story, oldest first.
     *
     * @param what sent, done, failed, compensated …, call, ask, result, turn, held, or the action of a person
     * @param request empty when it is about the saga as a whole
     * @param who empty when it was a node
     * @param response the participant's result, where the line is about one
     */
    record Line(
            Instant at,
            String what,
            String request,
            String step,
            int number,
            String outcome,
            String detail,
            String who,
            String response) {}

    /** What could not be carried out. */
    record Letter(
            long id,
            SagaId saga,
            String requestId,
            String step,
            int tries,
            String error,
            boolean isOpen,
            String owner,
            String resolution,
            Instant createdAt) {}

    /** What a decision came to. */
    enum Decided {
        MADE,
        /** A second person must agree; the first one's wish is written down. */
        ASKED,
        /** The same person cannot agree with itself. */
        SAME_PERSON,
        /** It is not in a state in which this can be decided. */
        STALE,
        MISSING
    }

    /** What is open, for the patrol. */
    record Open(List<Letter> letters, List<Row> held) {}

    Optional<Row> find(SagaId id);

    /**
     * Newest first.
     *
     * @param status empty: all
     * @param bizId empty: all
     * @param before only rows below this number; 0: from the newest
     */
    List<Row> list(Optional<SagaStatus> status, Optional<String> bizId, long before, int limit);

    List<Line> timeline(SagaId id);

    List<Letter> letters(boolean onlyOpen, int limit);

    /** The request is tried again from the beginning of its pauses. */
    Decided retry(String requestId, Actor actor, String reason);

    /** The request is taken for done, or for undone: a person has seen to it. */
    Decided skip(String requestId, Actor actor, String reason);

    /** A running saga turns back. STALE when its pivot is done, or may have run and cannot be undone. */
    Decided compensate(SagaId id, Actor actor, String reason);

    /**
     * A saga whose compensation failed is taken for compensated. The first person asks, a second one agrees.
     *
     * @return ASKED for the first, MADE for the second
     */
    Decided settle(SagaId id, Actor actor, String reason);

    Open open(int limit);
}
