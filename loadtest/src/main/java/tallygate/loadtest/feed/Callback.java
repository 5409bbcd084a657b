package tallygate.loadtest.feed;

/**
 * One callback of a stream, not yet signed.
 *
 * @param ordinal which event it is, from 0; a duplicate has the ordinal of the event it repeats
 * @param body ASCII; nobody may write to the array
 */
public record Callback(Kind kind, long ordinal, String eventId, byte[] body) {
    /** What the receiver is to make of it. */
    public enum Kind {
        /** Genuine, and sent for the first time. */
        NEW,
        /** Genuine, and the same event as one sent before. */
        DUPLICATE,
        /** Changed after it was signed: to be refused, and never to be stored. */
        FORGED
    }
}
