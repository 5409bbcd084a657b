package tallygate.gateway.task;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import tallygate.signature.Reason;

/** The requests that were refused, kept whole so that they can be explained and, after a key or proxy fix, verified again. */
public interface RejectedStore {
    /**
     * How many are kept a UTC day; the rest is only counted.
     *
     * @param perSender of one endpoint, source address and reason
     * @param perEndpoint of one endpoint and reason, from all addresses
     */
    record Caps(int perSender, int perEndpoint) {}

    /** What became of one rejection. */
    sealed interface Kept {
        record Stored(long id) implements Kept {}

        /** Over a cap: counted, not kept. */
        record Capped() implements Kept {}
    }

    /** How many of one endpoint, address and reason came on one day. */
    record Tally(LocalDate day, String endpoint, String address, Reason reason, long kept, long capped) {}

    /** @return one answer a rejection, in their order */
    List<Kept> keep(List<Rejection> batch, Caps caps);

    Optional<RejectedRequest> find(long id);

    /**
     * Newest first.
     *
     * @param endpoint empty for all
     * @param before only smaller ids
     */
    List<RejectedRequest> list(String endpoint, long before, int limit);

    /**
     * Notes what a new verification of a kept request came to, with an audit row. The first genuine result stays.
     *
     * @param result for example {@code genuine task=123} or {@code signature-mismatch}
     * @return false when there is no such request
     */
    boolean markVerifiedAgain(long id, String result, Actor actor);

    List<Tally> tallies(LocalDate day);

    /** Deletes what is past its time, at most so many. @return how many */
    int purge(int limit);
}
