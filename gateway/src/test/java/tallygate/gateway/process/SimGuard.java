package tallygate.gateway.process;

/** What keeps a receiver from calls that it is not to get. Removed in histories that must be found to be broken. */
enum SimGuard {
    /** After some failed calls there is a while without. */
    BREAKER,
    /** A node looks which lanes are paused. */
    LANES
}
