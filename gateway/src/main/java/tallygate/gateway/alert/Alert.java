package tallygate.gateway.alert;

import java.util.Map;
import java.util.TreeMap;

/**
 * Something a person must know. Two alerts of one kind about one subject are the same alert.
 *
 * @param kind what it is, a stable word of the documentation such as {@code endpoint-refuses-everything}
 * @param subject what it is about: an endpoint, a route, a task, a saga
 * @param summary one sentence without secrets, card numbers or payload
 * @param facts what the reader needs to act, such as {@code biz_id}, {@code event_id}, {@code error}; no secrets
 */
public record Alert(String kind, String subject, Severity severity, String summary, Map<String, String> facts) {
    /** How soon somebody must look. */
    public enum Severity {
        /** In working hours. */
        NOTICE,
        /** Today. */
        WARNING,
        /** Now: money may be stuck. */
        CRITICAL
    }

    public Alert {
        if (kind.isBlank() || subject.isBlank()) {
            throw new IllegalArgumentException(
                    "an alert needs a kind and a subject, has '" + kind + "', '" + subject + "'");
        }
        facts = Map.copyOf(facts);
    }

    /** The facts in the order of their names, as texts show them. */
    public Map<String, String> orderedFacts() {
        return new TreeMap<>(facts);
    }
}
