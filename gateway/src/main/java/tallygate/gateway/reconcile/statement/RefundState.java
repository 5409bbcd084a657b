package tallygate.gateway.reconcile.statement;

/** How a refund stood when its row was written: a statement is a snapshot, and no row is ever written again. */
public enum RefundState {
    /** Done, or the statement has done ones only. */
    MADE,
    /** Accepted, not through yet. */
    UNDER_WAY,
    /** Given up: the money did not move. */
    CLOSED,
    /** The payer's account took no money: somebody has to refund another way. */
    FAILED;

    /** By the provider's own word; a word that tells of no state is of a refund that was made. */
    public static RefundState of(String word) {
        return switch (word) {
            case "PROCESSING" -> UNDER_WAY;
            case "CLOSED", "REFUNDCLOSE" -> CLOSED;
            case "ABNORMAL", "CHANGE" -> FAILED;
            default -> MADE;
        };
    }
}
