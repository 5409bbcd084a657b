package tallygate.callback.participant;

/** What the guard says about a request. */
public sealed interface Guarded {
    /** Do the work now, in this transaction. */
    record Go() implements Guarded {}

    /**
     * It is done already: answer success.
     *
     * @param response what was remembered of the first time; empty: nothing
     */
    record DoneBefore(String response) implements Guarded {}

    /** A compensation of something that never ran: answer success, do nothing. */
    record Empty() implements Guarded {}

    /** A forward that comes after its compensation, or after it was refused: answer 409. */
    record Refused(String reason) implements Guarded {}

    /** An outside effect was begun and not finished: find out about it before undoing it, then undo what there is. */
    record Begun() implements Guarded {}
}
