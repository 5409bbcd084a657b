package tallygate.gateway.reconcile;

import java.util.List;

/**
 * What a day of an account came to.
 *
 * @param ours by endpoint, effect kind, currency and state
 * @param theirs by kind of row, currency and verdict
 * @param shifted ours by the bill that names them: what other days' bills have of this day's is taken off, what this day's bill
 *     has of other days is added
 * @param files how many statements of the day were taken
 * @param unsettled discrepancies of the account that are not settled
 */
public record DayFigures(
        List<OurFigure> ours, List<TheirFigure> theirs, List<Shifted> shifted, int files, long unsettled) {
    public DayFigures {
        ours = List.copyOf(ours);
        theirs = List.copyOf(theirs);
        shifted = List.copyOf(shifted);
    }

    /**
     * Tasks that are alike.
     *
     * @param kind {@code paid}, {@code refunded} …; empty for events without a money effect of their own
     * @param state {@code done}, {@code compensated}, {@code failed}, {@code parked} or {@code open}
     * @param isLinked another task carries their effect out
     * @param isRecovered brought in by us
     */
    public record OurFigure(
            String endpoint,
            String kind,
            String currency,
            String state,
            boolean isLinked,
            boolean isRecovered,
            long count,
            long sumMinor) {}

    /** @param kind of the rows that name them: {@code pay} or {@code refund} */
    public record Shifted(String kind, String currency, long sumMinor) {}

    /** Rows that are alike. */
    public record TheirFigure(String kind, String currency, String verdict, long count, long sumMinor) {}
}
