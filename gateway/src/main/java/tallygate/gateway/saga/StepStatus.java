package tallygate.gateway.saga;

/** What is known of one request of a saga ({@code saga_log.action_status}). */
public enum StepStatus {
    /** Committed before the call: it may arrive, may have arrived, or may be under way. */
    SENT(0),
    DONE(1),
    /** Refused by the participant, or never arrived: certain. */
    FAILED(2),
    COMPENSATED(3),
    COMPENSATION_FAILED(4),
    /** No answer, or one that proves nothing. */
    UNKNOWN(5);

    private final int code;

    StepStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** @throws IllegalArgumentException for a number that no state has */
    public static StepStatus of(int code) {
        for (StepStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        throw new IllegalArgumentException("no step status has the code " + code);
    }

    /** Nothing more is to be found out about the request. */
    public boolean isSettled() {
        return this != SENT && this != UNKNOWN;
    }
}
