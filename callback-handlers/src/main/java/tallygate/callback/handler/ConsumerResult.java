package tallygate.callback.handler;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tallygate.callback.Outcome;

/** What a consumer writes to the result queue: a JSON object with {@code taskId}, {@code resultToken} and {@code result}, or {@code heartbeat}. */
sealed interface ConsumerResult {
    int BYTES_MAX = 16 * 1024;
    Duration RETRY_AFTER_MAX = Duration.ofHours(1);

    /**
     * The consumer has ended one task.
     *
     * @param token as it came with the message; empty: none
     */
    record Ended(long taskId, String token, Outcome outcome) implements ConsumerResult {}

    /** The consumer lives. */
    record Heartbeat(String consumer) implements ConsumerResult {}

    /** Nothing that can be used. */
    record Unreadable(String why) implements ConsumerResult {}

    /** Reads one message; never throws. */
    static ConsumerResult of(byte[] message) {
        if (message.length > BYTES_MAX) {
            return new Unreadable("has " + message.length + " bytes, at most " + BYTES_MAX + " are read");
        }
        Map<String, String> fields;
        try {
            fields = fields(message);
        } catch (IOException _) {
            return new Unreadable("is not a JSON object of simple fields");
        }
        if (fields.containsKey("heartbeat")) {
            return new Heartbeat(fields.get("heartbeat"));
        }
        Optional<Long> task = taskId(fields.getOrDefault("taskId", ""));
        if (task.isEmpty()) {
            return new Unreadable("names no taskId");
        }
        return outcome(fields)
                .<ConsumerResult>map(
                        outcome -> new Ended(task.get(), fields.getOrDefault(ResultTokens.FIELD, ""), outcome))
                .orElseGet(() -> new Unreadable("result must be done, retry, unknown, early or permanent"));
    }

    private static Optional<Long> taskId(String text) {
        try {
            return Optional.of(Long.parseLong(text)).filter(id -> id > 0);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Optional<Outcome> outcome(Map<String, String> fields) {
        String error = fields.getOrDefault("error", "the consumer gave no reason");
        return switch (fields.getOrDefault("result", "")) {
            case "done" -> Optional.of(new Outcome.Done("told by the consumer"));
            case "retry" -> Optional.of(new Outcome.Retry(error, retryAfter(fields)));
            case "unknown" -> Optional.of(new Outcome.Unknown(error));
            case "early" ->
                Optional.of(new Outcome.Park(error, retryAfter(fields).orElse(Duration.ZERO)));
            case "permanent" -> Optional.of(new Outcome.Permanent(error));
            default -> Optional.empty();
        };
    }

    private static Optional<Duration> retryAfter(Map<String, String> fields) {
        try {
            long seconds = Long.parseLong(fields.getOrDefault("retryAfterSeconds", "0"));
            return seconds <= 0
                    ? Optional.empty()
                    : Optional.of(Duration.ofSeconds(Math.min(seconds, RETRY_AFTER_MAX.toSeconds())));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Map<String, String> fields(byte[] message) throws IOException {
        var fields = new HashMap<String, String>();
        try (JsonParser json = Json.FACTORY.createParser(message)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not an object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (value.isScalarValue()) {
                    fields.put(name, json.getText());
                } else {
                    json.skipChildren();
                }
            }
            if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
                throw new IOException("more than an object");
            }
        }
        return fields;
    }

    /** Holds the factory, which interfaces cannot hide. */
    final class Json {
        private static final JsonFactory FACTORY = new JsonFactory();

        private Json() {}
    }
}
