package tallygate.gateway.http;

/** How far a listener is on its way from serving to closed. */
public enum ListenerStage {
    ACCEPTING,
    /** Still accepts, and closes each connection with its next answer. */
    DRAINING,
    /** No longer accepts, finishes what is in flight. */
    CLOSING,
    CLOSED;

    /** The value of the gauge {@code tallygate_http_draining}. */
    int number() {
        return switch (this) {
            case ACCEPTING -> 0;
            case DRAINING -> 1;
            case CLOSING -> 2;
            case CLOSED -> 3;
        };
    }
}
