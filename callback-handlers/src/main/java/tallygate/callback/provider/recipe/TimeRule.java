package tallygate.callback.provider.recipe;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Reason;

/**
 * The signed time of a request and how far it may be off, on both sides and inclusive.
 *
 * @param isJudged false where the provider documents no window and may send old times again: then only a configured tolerance
 *     makes it one
 */
record TimeRule(Source source, boolean isInSignature, TimeUnit unit, Window window, boolean isJudged) {
    /** How old, and how far ahead. */
    record Window(Duration past, Duration future) {}

    /** What is wrong with the time, if anything. */
    record Fault(Reason reason, String detail) {}

    /** The fault of a time that is not there at all: it is part of what is signed, so nothing else can be said. */
    Optional<Fault> missing(Scope scope) throws UnreadableException {
        if (!source.text(scope).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                isInSignature
                        ? new Fault(Reason.SIGNATURE_MALFORMED, "the signature header names no time")
                        : new Fault(Reason.TIMESTAMP_MISSING, "the time that is part of what is signed is missing"));
    }

    /** Judges a time that is known to be the sender's own. */
    Optional<Fault> judged(Scope scope, Instant now) throws UnreadableException {
        Optional<Duration> tolerance = scope.endpoint().options().tolerance();
        if (!isJudged && tolerance.isEmpty()) {
            return Optional.empty();
        }
        Optional<Instant> signed = unit.read(source.text(scope));
        if (signed.isEmpty()) {
            return Optional.of(new Fault(Reason.TIMESTAMP_MISSING, "the signed time cannot be read as " + unit.kind()));
        }
        Duration past = tolerance.orElse(window.past());
        Duration age = Duration.between(signed.get(), unit.rounded(now));
        if (age.compareTo(past) > 0) {
            return Optional.of(new Fault(
                    Reason.TIMESTAMP_EXPIRED, "signed " + seconds(age) + " s ago, allowed are " + seconds(past)));
        }
        if (age.negated().compareTo(window.future()) > 0) {
            return Optional.of(new Fault(
                    Reason.TIMESTAMP_IN_FUTURE,
                    "signed " + seconds(age.negated()) + " s ahead of this clock, allowed are "
                            + seconds(window.future())));
        }
        return Optional.empty();
    }

    private static String seconds(Duration duration) {
        return Long.toString(duration.toSeconds());
    }
}
