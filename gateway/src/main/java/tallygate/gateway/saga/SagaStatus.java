package tallygate.gateway.saga;

import java.util.EnumSet;
import java.util.Set;

/** The life of a saga, and the only moves there are. The code is what the table holds. */
public enum SagaStatus {
    /** Stored; no step was sent. It may wait for the lock of its business id. */
    CREATED(0),
    RUNNING(1),
    COMPLETED(2),
    /** The direction is stored before the first compensation is sent, and never turns back. */
    COMPENSATING(3),
    COMPENSATED(4),
    /** At least one step could not be undone: it lies in the dead letter and waits for a person. */
    COMPENSATION_FAILED(5);

    private final int code;

    SagaStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** @throws IllegalArgumentException for a number that no state has */
    public static SagaStatus of(int code) {
        for (SagaStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        throw new IllegalArgumentException("no saga status has the code " + code);
    }

    /** What the engine may move it to; a person's moves are in {@link #byHand()}. */
    public Set<SagaStatus> next() {
        return switch (this) {
            case CREATED -> EnumSet.of(RUNNING);
            case RUNNING -> EnumSet.of(COMPLETED, COMPENSATING);
            case COMPENSATING -> EnumSet.of(COMPENSATED, COMPENSATION_FAILED);
            case COMPLETED, COMPENSATED, COMPENSATION_FAILED -> EnumSet.noneOf(SagaStatus.class);
        };
    }

    /** What only a person may move it to, with an audit row. */
    public Set<SagaStatus> byHand() {
        return switch (this) {
            case RUNNING -> EnumSet.of(COMPENSATING);
            case COMPENSATION_FAILED -> EnumSet.of(COMPENSATING, COMPENSATED);
            case CREATED, COMPLETED, COMPENSATING, COMPENSATED -> EnumSet.noneOf(SagaStatus.class);
        };
    }

    /** @throws IllegalStateException when the engine may not make this move: a bug */
    public SagaStatus to(SagaStatus target) {
        if (target != this && !next().contains(target)) {
            throw new IllegalStateException("saga " + this + " -> " + target + " is not a legal move");
        }
        return target;
    }

    /** Nothing is done any more unless a person says so. */
    public boolean isEnded() {
        return next().isEmpty();
    }

    /** Its results may be read as facts; everything else is to be shown as in process. */
    public boolean isFinal() {
        return this == COMPLETED || this == COMPENSATED;
    }
}
