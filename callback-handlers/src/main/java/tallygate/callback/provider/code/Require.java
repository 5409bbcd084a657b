package tallygate.callback.provider.code;

import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.read.JsonValue;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;
import tallygate.signature.WireText;

/** What a request must have before it can be checked; each ends the checking when it is not there. */
final class Require {
    private static final int SHOWN_MAX = 40;

    private Require() {}

    /** The only value of a header. Two lines of one name can be read two ways, so they are no value. */
    static String header(RawRequest request, String name, Reason whenMissing) throws RefusedException {
        List<String> values = request.headerValues(name);
        if (values.size() > 1) {
            throw new RefusedException(
                    Reason.SIGNATURE_MALFORMED, "header " + name + " stands " + values.size() + " times");
        }
        if (values.isEmpty() || values.getFirst().isEmpty()) {
            throw new RefusedException(whenMissing, "header " + name + " is missing");
        }
        return values.getFirst();
    }

    /** The only value of a header that may be left out. */
    static Optional<String> optionalHeader(RawRequest request, String name) throws RefusedException {
        List<String> values = request.headerValues(name);
        if (values.size() > 1) {
            throw new RefusedException(
                    Reason.SIGNATURE_MALFORMED, "header " + name + " stands " + values.size() + " times");
        }
        return values.stream().filter(v -> !v.isEmpty()).findFirst();
    }

    static byte[] decoded(WireText form, String signature, String where) throws RefusedException {
        return form.decode(signature)
                .orElseThrow(() -> new RefusedException(
                        Reason.SIGNATURE_MALFORMED,
                        where + " has " + signature.length() + " characters that are not " + form));
    }

    static void genuine(boolean matches, String detail) throws RefusedException {
        if (!matches) {
            throw new RefusedException(Reason.SIGNATURE_MISMATCH, detail);
        }
    }

    /** A text in a JSON body that carries the signature. */
    static String signature(JsonValue body, String pointer) throws RefusedException {
        String value = body.scalarAt(pointer);
        if (value.isEmpty()) {
            throw new RefusedException(Reason.SIGNATURE_MISSING, "member " + pointer + " is missing");
        }
        return value;
    }

    /** A member that a notice of this provider always has. */
    static void present(JsonValue notice, String pointer) throws RefusedException {
        if (notice.scalarAt(pointer).isEmpty()) {
            throw new RefusedException(Reason.BODY_MALFORMED, "member " + pointer + " is missing");
        }
    }

    /**
     * The merchant or application of a notice is the configured one. A notice that names none passes: its key already says
     * whose it is.
     */
    static void identity(String field, Optional<String> due, String found) throws RefusedException {
        if (due.isPresent() && !found.isEmpty() && !due.get().equals(found)) {
            throw new RefusedException(
                    Reason.MERCHANT_MISMATCH, field + " is '" + shown(found) + "', this endpoint takes another");
        }
    }

    /** A sender's text cut to a length that is safe to show, without control characters. */
    static String shown(String text) {
        String cut = text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }
}
