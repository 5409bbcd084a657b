package tallygate.gateway.ingest;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tallygate.callback.Answer;
import tallygate.gateway.http.HttpReply;
import tallygate.signature.Header;

/** HTTP answers that are no acknowledgement, and the turning of an {@link Answer} into one. */
final class Replies {
    static final HttpReply NOT_FOUND = HttpReply.empty(404);

    private Replies() {}

    static HttpReply of(Answer answer) {
        return new HttpReply(answer.status(), List.of(), answer.contentType(), answer.body());
    }

    static HttpReply tryAgain(Answer answer, int seconds) {
        return new HttpReply(
                answer.status(),
                List.of(new Header("Retry-After", Integer.toString(seconds))),
                answer.contentType(),
                answer.body());
    }

    /**
     * The fixed answer to a method that this provider does not call with. HEAD and OPTIONS get 200, since some providers
     * save an address only after such a probe; GET gets 405, since a redirecting proxy turns a POST into a GET without a
     * body, and a 200 to that would lose a payment.
     */
    static HttpReply otherMethod(String method, Set<String> methods) {
        List<Header> allow = List.of(new Header("Allow", String.join(", ", new TreeSet<>(methods))));
        int status = method.equals("HEAD") || method.equals("OPTIONS") ? 200 : 405;
        return new HttpReply(status, allow, "", new byte[0]);
    }
}
