package tallygate.gateway.http;

import java.util.Optional;
import java.util.Set;
import tallygate.gateway.http.RequestHead.Coding;
import tallygate.gateway.http.RequestHead.Expects;

/** Judges a well-formed head before any of its body is read. */
final class Admission {
    private final Set<String> methods;
    private final Budget inFlight;

    Admission(Set<String> methods, Budget inFlight) {
        this.methods = methods;
        this.inFlight = inFlight;
    }

    Optional<Refusal> refuse(RequestHead head, RequestLimits limits) {
        if (!methods.contains(head.method())) {
            return Optional.of(Refusal.METHOD);
        }
        if (head.framing().hasBody() && (head.isMethod("GET") || head.isMethod("HEAD"))) {
            return Optional.of(Refusal.BODY_UNEXPECTED);
        }
        if (head.framing().length() > limits.bodyBytes()) {
            return Optional.of(Refusal.BODY_TOO_LARGE);
        }
        if (head.coding() != Coding.PLAIN) {
            return Optional.of(head.coding() == Coding.CODED ? Refusal.CONTENT_CODING : Refusal.MULTIPART);
        }
        if (head.expects() == Expects.OTHER) {
            return Optional.of(Refusal.EXPECTATION);
        }
        return inFlight.isUsedUp(limits.inFlight()) ? Optional.of(Refusal.IN_FLIGHT) : Optional.empty();
    }
}
