package tallygate.callback.provider.code;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tallygate.signature.Reason;

/**
 * How far a signed time may be off, on either side.
 *
 * @param width the first distance that is too far
 */
record Window(Duration width) {
    /** The distance itself is too far already. */
    static Window below(Duration width) {
        return new Window(width);
    }

    /** The distance itself is still allowed. */
    static Window upTo(Duration width) {
        return new Window(width.plusNanos(1));
    }

    void check(Instant signedAt, Optional<Instant> at) throws RefusedException {
        if (at.isEmpty()) {
            return;
        }
        Duration age = Duration.between(signedAt, at.get());
        if (age.compareTo(width) >= 0) {
            throw new RefusedException(
                    Reason.TIMESTAMP_EXPIRED,
                    "signed " + age.toSeconds() + " s ago, the window is " + width.toSeconds() + " s");
        }
        if (age.negated().compareTo(width) >= 0) {
            throw new RefusedException(
                    Reason.TIMESTAMP_IN_FUTURE,
                    "signed " + age.negated().toSeconds() + " s in the future, the window is " + width.toSeconds()
                            + " s");
        }
    }
}
