package tallygate.gateway.http;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tallygate.signature.Header;

/** The answers the listener gives by itself, made once: refusing must be cheaper than serving. */
final class Refusals {
    /** Seconds; a provider's own schedule is longer in any case. */
    private static final Header RETRY_AFTER = new Header("Retry-After", "2");

    private final Map<Refusal, HttpReply> replies = new EnumMap<>(Refusal.class);

    Refusals(Set<String> methods) {
        var allow = new Header("Allow", String.join(", ", new TreeSet<>(methods)));
        for (Refusal refusal : Refusal.values()) {
            List<Header> headers = switch (refusal.status()) {
                case 405 -> List.of(allow);
                case 503 -> List.of(RETRY_AFTER);
                default -> List.of();
            };
            byte[] body = (refusal.text() + "\n").getBytes(StandardCharsets.UTF_8);
            replies.put(refusal, new HttpReply(refusal.status(), headers, "text/plain; charset=utf-8", body));
        }
    }

    HttpReply reply(Refusal refusal) {
        HttpReply reply = replies.get(refusal);
        if (reply == null) {
            throw new IllegalStateException("no answer for " + refusal);
        }
        return reply;
    }
}
