package tallygate.gateway.task;

import java.util.List;
import java.util.Optional;

/** What does not agree between us and a provider, or between us and the shop, until somebody has settled it. */
public interface DiscrepancyStore {
    /** What opening came to; each names the committed row. */
    sealed interface Opened {
        long id();

        /** Not seen before. */
        record Fresh(long id) implements Opened {}

        /** Known and not settled: amounts, detail and the time it was seen are brought up to date. */
        record Known(long id) implements Opened {}

        /** Later data had settled it, and it is back: open again, with an audit row. */
        record Reopened(long id) implements Opened {}

        /** A person has settled it: left as it is. */
        record Settled(long id) implements Opened {}
    }

    /** What a move came to. Written together with its audit row, or not at all. */
    sealed interface Moved {
        /** Committed. */
        record Made(DiscrepancyRow after) implements Moved {}

        /** Somebody changed it meanwhile, or the move is not legal from its status: look again. Nothing was written. */
        record Stale(DiscrepancyRow now) implements Moved {}

        /** There is none with this id. */
        record Missing() implements Moved {}
    }

    /**
     * How many there are.
     *
     * @param oldestSeconds age of the oldest, by the database's clock
     */
    record Count(String source, String kind, long unsettled, long oldestSeconds) {}

    /**
     * Opens a discrepancy, or finds the one that is there: idempotent on source, reference and kind.
     *
     * @throws StoreException when the database does not say yes
     */
    Opened open(DiscrepancyFinding finding);

    /** @param seenVersion the version the actor saw */
    Moved move(long id, int seenVersion, DiscrepancyMove move, Actor actor);

    /**
     * Settles what is open and was not found again, because later data explains it; audited as done by {@code reconcile}.
     *
     * @return false when there is none, or it is settled
     */
    boolean explain(String source, String reference, String kind, String how);

    Optional<DiscrepancyRow> find(long id);

    List<DiscrepancyRow> list(DiscrepancyQuery query);

    /** Unsettled ones by source and kind. */
    List<Count> counts();
}
