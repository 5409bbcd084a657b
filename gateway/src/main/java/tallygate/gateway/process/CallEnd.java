package tallygate.gateway.process;

/**
 * The end of a call.
 *
 * @param turn what it did to the breaker of its route
 */
record CallEnd(End end, RouteGate.Turn turn) {
    /** What it means for the task. */
    enum End {
        /** Its outcome is to be written. */
        SETTLES,
        /** The lease was lost meanwhile: the outcome is dropped. */
        LOST,
        /** It came after the run limit: something was written in its place. */
        TOO_LATE
    }
}
