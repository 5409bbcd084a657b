package tallygate.gateway.saga;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is written in one transaction, or not at all: guarded by the saga's epoch and state, and for each request by what was
 * known of it.
 *
 * @param step the highest stage that was reached, for people
 * @param told what is written besides, for people
 */
public record Transition(
        SagaLease lease, SagaStatus from, SagaStatus to, int step, List<Write> writes, Told told, Ending ending) {
    public Transition {
        from.to(to);
        writes = List.copyOf(writes);
    }

    /** @param before empty: the request is new */
    public record Write(Optional<Entry> before, Entry after, String stepName) {}

    /**
     * @param dead requests that could not be carried out
     * @param notes what came of calls, but for first ones that were done at once
     * @param why why the saga turned or is held; empty: nothing new
     */
    public record Told(List<DeadLetter> dead, List<Note> notes, String why) {
        public Told {
            dead = List.copyOf(dead);
            notes = List.copyOf(notes);
        }
    }

    /**
     * One line of a request's story.
     *
     * @param kind {@code call} or {@code ask}
     * @param outcome the reply's kind, in lower case
     */
    public record Note(String requestId, String kind, int number, String outcome, String detail, Duration took) {}

    /** @param tries how often it was sent */
    public record DeadLetter(String requestId, int seq, String stepName, int tries, String error) {}

    /** What becomes of the lease. */
    public sealed interface Ending {
        /** @param lease from now on */
        record Keep(Duration lease) implements Ending {}

        /** Anybody may take it after the pause; at once when a result has come in meanwhile. */
        record Release(Duration pause) implements Ending {}

        /** Nothing is done until a person decides. */
        record Hold(String why) implements Ending {}

        /** The saga has ended: the next one of its business id may go. */
        record End() implements Ending {}
    }
}
