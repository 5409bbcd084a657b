package tallygate.gateway.saga;

/** Which way a request leads. */
public enum Direction {
    FORWARD,
    COMPENSATION
}
