package tallygate.callback.provider;

import java.util.Optional;
import tallygate.signature.RawRequest;

/** Changes a request as a forger would: one character, nothing else. */
final class Tampering {
    private Tampering() {}

    /** The request with one character of its body changed, or of its query when there is no body; nothing when both are empty. */
    static Optional<RawRequest> changed(RawRequest request) {
        if (request.body().length > 0) {
            byte[] body = request.body().clone();
            int at = body.length / 2;
            body[at] = (byte) (body[at] == 'x' ? 'y' : 'x');
            return Optional.of(new RawRequest(
                    request.method(),
                    request.scheme(),
                    request.authority(),
                    request.target(),
                    request.headers(),
                    body,
                    request.remoteAddress()));
        }
        if (request.query().isEmpty()) {
            return Optional.empty();
        }
        String target = request.target();
        int at = target.indexOf('=', target.indexOf('?')) + 1;
        char other = at < target.length() && target.charAt(at) == 'x' ? 'y' : 'x';
        String changed = target.substring(0, at) + other + target.substring(Math.min(at + 1, target.length()));
        return Optional.of(new RawRequest(
                request.method(),
                request.scheme(),
                request.authority(),
                changed,
                request.headers(),
                request.body(),
                request.remoteAddress()));
    }
}
