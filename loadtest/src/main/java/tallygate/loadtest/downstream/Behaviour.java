package tallygate.loadtest.downstream;

import java.time.Duration;

/** How the downstream treats a delivery. */
public sealed interface Behaviour {
    /** Applies the effect and says so. */
    record Applies() implements Behaviour {}

    /** Refuses with a status and applies nothing; {@code Retry-After} is sent when it is above zero. */
    record Refuses(int status, Duration retryAfter) implements Behaviour {
        public Refuses {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException("a refusal is 4xx or 5xx, got " + status);
            }
        }
    }

    /** Never answers and applies nothing. */
    record Hangs() implements Behaviour {}

    /** Applies the effect at once, and answers only after the delay: the sender may have given up by then. */
    record AnswersLate(Duration delay) implements Behaviour {}

    /** Applies the effect, then answers with this status: the sender cannot know. */
    record AppliesAndFails(int status) implements Behaviour {}

    /**
     * Reads the text form: {@code ok}, {@code 503}, {@code 429:2s} (with Retry-After), {@code hang}, {@code late:3s},
     * {@code applied-then:500}.
     */
    static Behaviour of(String text) {
        String[] parts = text.split(":", 2);
        String argument = parts.length == 2 ? parts[1] : "";
        return switch (parts[0]) {
            case "ok" -> new Applies();
            case "hang" -> new Hangs();
            case "late" -> new AnswersLate(duration(argument));
            case "applied-then" -> new AppliesAndFails(Integer.parseInt(argument));
            default -> new Refuses(Integer.parseInt(parts[0]), argument.isEmpty() ? Duration.ZERO : duration(argument));
        };
    }

    private static Duration duration(String text) {
        return Duration.parse("PT" + text);
    }
}
