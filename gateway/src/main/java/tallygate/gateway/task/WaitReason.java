package tallygate.gateway.task;

/** Why a pending task waits, besides its retry schedule. The codes are what {@code async_task.wait_reason} holds. */
public enum WaitReason {
    NONE(0),
    /** The downstream says that the order is not there yet. */
    EARLY(1),
    /** An older task of the same business key is not finished. */
    ORDER(2),
    /** Its lane is paused. */
    LANE(3),
    /** The circuit breaker of its route is open. */
    BREAKER(4),
    /** Held for a person or a confirmation: an event older than the dedup memory, a hint. */
    HELD(5);

    private final int code;

    WaitReason(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The wait is decided before the handler is called: this start does not count. */
    public boolean isBeforeStart() {
        return this == ORDER || this == LANE || this == BREAKER;
    }

    public static WaitReason of(int code) {
        for (WaitReason reason : values()) {
            if (reason.code == code) {
                return reason;
            }
        }
        throw new IllegalArgumentException("wait reason must be 0..5, was " + code);
    }
}
