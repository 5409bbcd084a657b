package tallygate.gateway.http;

/** User event: a connection on which nothing whole has been asked is to be closed. */
enum EndIdle {
    /** The listener ends. */
    NOW,
    /** All places are taken and somebody else wants one. */
    FOR_ANOTHER
}
