package tallygate.gateway.saga;

/**
 * What is to be sent once the transition that tells of it is committed.
 *
 * @param entry the request as committed
 */
public record Call(Kind kind, Step step, Entry entry) {
    /** Whether work or an answer is wanted. */
    public enum Kind {
        /** Run the step, or undo it. */
        SEND,
        /** Say what became of it. */
        ASK
    }
}
