package tallygate.gateway.ingest;

/** A rule of the intake that a simulation can run without, to see that it notices. */
enum SimGuard {
    /** A cache hit counts for equal content only. */
    DIGEST_IN_CACHE,
    /** The cache learns of a row after its COMMIT returned. */
    CACHE_AFTER_COMMIT,
    /** A sender is acknowledged after COMMIT returned. */
    ACK_AFTER_COMMIT,
    /** An id of ours in the table is our row only under our key. */
    OWN_ID_WITH_KEY,
    /** The cache is emptied when another database server answers. */
    FORGET_ON_FAILOVER,
    /** Rows that turn up late are released. */
    RELEASE_OF_LATE_ROWS,
    /** After an unknown end the same ids are sent again. */
    SAME_IDS_AGAIN
}
