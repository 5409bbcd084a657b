package tallygate.gateway.task;

import java.util.EnumSet;
import java.util.Set;

/** The life of a task. The codes are what {@code async_task.status} holds. */
public enum TaskStatus {
    /** Waits for its due time. A claim moves it on. */
    PENDING(0),
    /** Leased by a node until {@code next_retry_time}. Its completion, or another node after the lease has ended, moves it on. */
    PROCESSING(1),
    /** The handler said done. Only an audited action or the outcome probe opens it again. */
    SUCCESS(2),
    /** Tries used up, or permanent. A person moves it on. */
    FAILED(3),
    /** Settled by hand, or cancelled. Final. */
    COMPENSATED(4);

    private final int code;

    TaskStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** @throws IllegalArgumentException for a code that is none of ours */
    public static TaskStatus of(int code) {
        for (TaskStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        throw new IllegalArgumentException("task status must be 0..4, was " + code);
    }

    /** The legal moves. PROCESSING to itself is the loss of a lease: another node takes over with the next epoch. */
    public Set<TaskStatus> next() {
        return switch (this) {
            case PENDING -> EnumSet.of(PROCESSING, COMPENSATED);
            case PROCESSING -> EnumSet.of(PROCESSING, PENDING, SUCCESS, FAILED);
            case SUCCESS -> EnumSet.of(PENDING);
            case FAILED -> EnumSet.of(PENDING, COMPENSATED);
            case COMPENSATED -> EnumSet.noneOf(TaskStatus.class);
        };
    }

    /** @throws IllegalStateException when the move is not legal: a bug, never repaired silently */
    public TaskStatus to(TaskStatus target) {
        if (!next().contains(target)) {
            throw new IllegalStateException(this + " -> " + target + " is not a legal move");
        }
        return target;
    }
}
