package tallygate.callback.provider.recipe;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.Reason;

/** Tries the modes of a provider that apply to a request. Any that verifies proves it; else the failure that got farthest counts. */
record Verification(List<BoundMode> modes) {
    Proof of(Scope scope, Optional<Instant> at) throws UnreadableException {
        Proof.@Nullable Unproven farthest = null;
        @Nullable Mode keyless = null;
        for (BoundMode bound : modes) {
            if (!bound.mode().when().holds(scope)) {
                continue;
            }
            if (bound.checks().isEmpty()) {
                keyless = keyless == null ? bound.mode() : keyless;
                continue;
            }
            switch (bound.check(scope, at)) {
                case Proof.Signed signed -> {
                    return signed;
                }
                case Proof.Unproven unproven ->
                    farthest = farthest == null || progress(unproven.reason()) > progress(farthest.reason())
                            ? unproven
                            : farthest;
            }
        }
        if (farthest != null) {
            return farthest;
        }
        return keyless != null ? withoutKey(keyless) : shapeless();
    }

    /** A way of signing that this endpoint holds no key for. */
    private static Proof withoutKey(Mode mode) {
        return new Proof.Unproven(
                mode,
                Reason.KEY_UNKNOWN,
                "signed in the way '" + mode.name() + "', for which the endpoint has no "
                        + String.join(" or ", mode.keys().slots()));
    }

    private Proof shapeless() {
        return new Proof.Unproven(
                modes.getFirst().mode(),
                Reason.SIGNATURE_MISSING,
                "the request has the shape of none of this provider's ways of signing");
    }

    /** How far a check came before it failed: the farther, the more it says. */
    private static int progress(Reason reason) {
        return switch (reason) {
            case SIGNATURE_MISSING -> 0;
            case KEY_UNKNOWN -> 1;
            case SIGNATURE_MALFORMED -> 2;
            case ALGORITHM_NOT_ALLOWED -> 3;
            case TIMESTAMP_MISSING -> 4;
            case SIGNATURE_MISMATCH -> 5;
            case TIMESTAMP_EXPIRED,
                    TIMESTAMP_IN_FUTURE,
                    CERTIFICATE_UNTRUSTED,
                    DECRYPT_FAILED,
                    PROBE,
                    BODY_MALFORMED,
                    MERCHANT_MISMATCH,
                    NEEDS_CONFIRMATION,
                    CONFIG -> 6;
        };
    }
}
