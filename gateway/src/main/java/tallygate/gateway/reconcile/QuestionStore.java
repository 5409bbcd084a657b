package tallygate.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tallygate.gateway.task.TaskId;

/** Questions to providers that are open, and what became of the others. Times are judged by the database's clock. */
public interface QuestionStore {
    /**
     * A question in hand. Who was too slow has lost it: what it writes is guarded by {@code asked}.
     *
     * @param asked how often it was taken, this time counted
     * @param isLast its end is reached: not put off any more
     */
    record Taken(long id, Question question, int asked, boolean isLast) {}

    /** How a question ended. */
    enum End {
        ANSWERED(1),
        /** Its end was reached without an answer. */
        GIVEN_UP(2);

        private final int code;

        End(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    /**
     * A question as people see it.
     *
     * @param state open, answered or given-up
     * @param answer the last one, empty before the first
     */
    record Seen(long id, Question question, int asked, Instant next, String state, String answer, String detail) {}

    /** A task that may be in want of an answer. */
    record Candidate(
            TaskId id,
            String source,
            String endpoint,
            String eventType,
            String bizType,
            String bizId,
            String transaction,
            OptionalLong amountMinor,
            String currency,
            boolean isHeld) {}

    /**
     * A step of the walk over tasks.
     *
     * @param seen how many rows were looked at; 0: none is old enough
     */
    record Walked(int seen, List<Candidate> candidates) {}

    /**
     * Opens a question, unless it is known. One that was given up is opened again.
     *
     * @param first from now until it is asked
     * @param until from now until it is asked for the last time
     * @return true when it is open by this call
     */
    boolean open(Question question, Duration first, Duration until);

    /** Takes what is due, so that no other node asks at the same time. */
    List<Taken> take(int limit, Duration lease);

    /** Not known yet: due again after the delay, or at its end if that is sooner. @return false when it was lost */
    boolean later(Taken taken, Duration delay, String answer, String detail);

    /** @return false when it was lost to another node */
    boolean end(Taken taken, End end, String answer, String detail);

    /**
     * Walks tasks in order of their id and tells which are held or have one of these types and claim no effect. Shared by all
     * nodes; the place moves when the step's caller has opened what it wants and calls {@link #walked}.
     *
     * @param settle how old a task must be: its next callback is given time first
     * @param oldest tasks beyond this age are passed over
     * @return empty when another node makes a step
     */
    Optional<Walk> walk(Collection<String> eventTypes, Duration settle, Duration oldest, int rowsMax);

    /** A step in hand, with the place it came to. */
    record Walk(Walked found, long to) {}

    /** The step's candidates are dealt with. */
    void walked(Walk walk);

    /** What of these is asked, or was: by reference. */
    Set<String> known(String source, Collection<String> references);

    /** How many are open. */
    long countOpen();

    /** Newest first. */
    List<Seen> list(Optional<String> source, boolean isOpenOnly, long beforeId, int limit);
}
