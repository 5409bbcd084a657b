package tallygate.gateway.task;

/** What the last try proved. The codes are what {@code async_task.last_outcome} holds. */
public enum LastOutcome {
    NONE(0),
    /** The receiver refused: the effect is certainly not there. */
    REFUSED(1),
    /** No answer, or one that proves nothing: the effect may be there. Probed before compensation is offered. */
    UNKNOWN(2);

    private final int code;

    LastOutcome(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static LastOutcome of(int code) {
        for (LastOutcome outcome : values()) {
            if (outcome.code == code) {
                return outcome;
            }
        }
        throw new IllegalArgumentException("last outcome must be 0..2, was " + code);
    }
}
