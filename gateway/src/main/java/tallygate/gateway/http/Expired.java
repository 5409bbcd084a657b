package tallygate.gateway.http;

/** Which time limit of a connection has passed; travels through its pipeline as a user event. */
enum Expired {
    IDLE,
    HEAD,
    BODY,
    BODY_TOO_SLOW,
    ANSWER,
    WRITE,
    LINGER;

    /** The value of the metric label {@code phase}. */
    String label() {
        return Ascii.lower(name()).replace('_', '-');
    }
}
