package tallygate.gateway.task;

import java.util.Set;

/** The life of a discrepancy, with its legal moves. */
public enum DiscrepancyStatus {
    /** Nobody has it yet. */
    OPEN(0),
    /** Somebody has it. */
    IN_WORK(1),
    /** Settled, by a person or by later data. */
    RESOLVED(2);

    private final int code;

    DiscrepancyStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** @throws IllegalArgumentException for a number that no version of this program writes */
    public static DiscrepancyStatus of(int code) {
        for (DiscrepancyStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        throw new IllegalArgumentException("no discrepancy status has the number " + code);
    }

    /** Where a discrepancy may go from here. */
    public Set<DiscrepancyStatus> next() {
        return switch (this) {
            case OPEN -> Set.of(IN_WORK, RESOLVED);
            case IN_WORK -> Set.of(IN_WORK, OPEN, RESOLVED);
            case RESOLVED -> Set.of(OPEN);
        };
    }
}
