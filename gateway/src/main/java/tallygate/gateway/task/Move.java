package tallygate.gateway.task;

import java.time.Duration;

/** What a finished try writes. Every move is guarded by id, status = 1 and epoch; a lost lease changes nothing. */
public sealed interface Move {
    Lease lease();

    /** 1 to 2. */
    record Done(Lease lease) implements Move {}

    /** 1 to 0, retry_count + 1, due again after the delay by the database's clock. */
    record Retry(Lease lease, Duration delay, LastOutcome outcome, String error) implements Move {}

    /** 1 to 0 without counting a try. */
    record Park(Lease lease, Duration delay, WaitReason reason, String error) implements Move {}

    /** 1 to 3: tries used up, or permanent. */
    record Fail(Lease lease, LastOutcome outcome, String error) implements Move {}

    /** 1 to 0, due at once, attempts - 1: leased but never started (drain, no worker room). */
    record GiveBack(Lease lease) implements Move {}
}
