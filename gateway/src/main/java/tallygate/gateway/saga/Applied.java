package tallygate.gateway.saga;

/** What became of a transition. */
public enum Applied {
    /** Committed. */
    MADE,
    /** Somebody else has the saga: nothing was written, and the new holder's view stands. */
    LOST,
    /** A result came in by message meanwhile: nothing was written; look again. */
    STALE,
    /** Another saga has the lock of the business id: nothing was sent; the lease was given back and it is tried later. */
    LOCKED
}
