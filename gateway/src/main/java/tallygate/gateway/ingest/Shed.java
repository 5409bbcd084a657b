package tallygate.gateway.ingest;

/** Why a request is asked to come again instead of being acknowledged. */
enum Shed {
    /** Accepted and uncommitted rows are at their bound. */
    QUEUE_FULL("queue-full", 1),
    /** The database is known to be away: not even tried. */
    DATABASE("database", 5),
    /** The database has not answered for so long that this request would not be stored in time. */
    STALLED("stalled", 5),
    /** Not stored when the time to answer had passed. */
    DEADLINE("deadline", 2),
    /** Sent, and whether it was committed is not known. The row, if it is there, answers for the next delivery. */
    UNKNOWN_COMMIT("unknown-commit", 2),
    /** Neither the row nor its quarantined form is taken by the database. */
    ROW_REFUSED("row-refused", 60),
    /** More unsigned hints than this endpoint or this address may send; a provider sends them again. */
    HINTS("hints", 5),
    /** Too many requests wait for a verification thread. */
    VERIFY_QUEUE_FULL("verify-queue-full", 1),
    /** A fault of ours: fails closed. */
    FAULT("fault", 5),
    /** This node is going away. */
    DRAINING("draining", 1);

    private final String code;
    private final int retryAfterSeconds;

    Shed(String code, int retryAfterSeconds) {
        this.code = code;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    String code() {
        return code;
    }

    int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
