package tallygate.gateway.task;

import java.time.Duration;

/** What a finished try writes. Every move is guarded by id, status = 1 and epoch; a lost lease changes nothing. */
public sealed interface Move {
    Lease lease();

    /**
     * 1 to 2.
     *
     * @param probeAfter the outcome probe asks so much later whether it is true; zero: it does not
     */
    record Done(Lease lease, Duration probeAfter) implements Move {
        public Done(Lease lease) {
            this(lease, Duration.ZERO);
        }
    }

    /** 1 to 0, retry_count + 1, due again after the delay by the database's clock. */
    record Retry(Lease lease, Duration delay, LastOutcome outcome, String error) implements Move {}

    /**
     * 1 to 0 without counting a try. Waits for order, lane or breaker are decided before the start, so they take back the
     * start as well (attempts - 1).
     *
     * @param statusUrl where its result is to be asked, empty when it is to be sent again
     */
    record Park(Lease lease, Duration delay, WaitReason reason, String error, String statusUrl) implements Move {
        public Park(Lease lease, Duration delay, WaitReason reason, String error) {
            this(lease, delay, reason, error, "");
        }
    }

    /**
     * 1 to 3: tries used up, or permanent.
     *
     * @param isProbed the outcome probe asks whether the effect is there all the same
     */
    record Fail(Lease lease, LastOutcome outcome, String error, boolean isProbed) implements Move {
        public Fail(Lease lease, LastOutcome outcome, String error) {
            this(lease, outcome, error, false);
        }
    }

    /** 1 to 0, due at once, attempts - 1: leased but never started (drain, no worker room). */
    record GiveBack(Lease lease) implements Move {}

    /** 1 to 3 without a start, attempts - 1: the nodes that ran it died too often. */
    record Lost(Lease lease, String error) implements Move {}

    /** The state it leads to. */
    default TaskStatus target() {
        return switch (this) {
            case Done _ -> TaskStatus.SUCCESS;
            case Retry _, Park _, GiveBack _ -> TaskStatus.PENDING;
            case Fail _, Lost _ -> TaskStatus.FAILED;
        };
    }
}
