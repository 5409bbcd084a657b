package tallygate.callback.saga;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import tallygate.callback.handler.ResultTokens;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;

/**
 * What a participant writes to the result queue: {@code {"requestId", "resultToken", "result": "done" | "failed", "response",
 * "reason"}}, or {@code {"heartbeat": NAME}}. The token says which sending of the request it answers.
 */
sealed interface StepResult {
    int BYTES_MAX = 64 * 1024;
    int REASON_MAX = 200;

    /**
     * A step or a compensation has ended.
     *
     * @param token as it came with the message; empty: none
     */
    record Ended(String requestId, String token, Reply reply) implements StepResult {}

    /** The participant lives. */
    record Heartbeat() implements StepResult {}

    /** Nothing that can be used. */
    record Unreadable(String why) implements StepResult {}

    /** Reads one message; never throws. */
    static StepResult of(byte[] message) {
        if (message.length > BYTES_MAX) {
            return new Unreadable("has " + message.length + " bytes, at most " + BYTES_MAX + " are read");
        }
        try {
            return read(JsonReader.read(new String(message, StandardCharsets.UTF_8)));
        } catch (UnreadableException _) {
            return new Unreadable("is not JSON");
        }
    }

    private static StepResult read(JsonValue json) {
        if (json.members().containsKey("heartbeat")) {
            return new Heartbeat();
        }
        String request = json.scalarAt("/requestId");
        if (!request.matches("[!-~]{1,64}")) {
            return new Unreadable("names no requestId");
        }
        String token = json.scalarAt("/" + ResultTokens.FIELD);
        JsonValue response = json.members().getOrDefault("response", new JsonValue.Fields(new LinkedHashMap<>()));
        String reason = json.scalarAt("/reason");
        return switch (json.scalarAt("/result")) {
            case "done" -> new Ended(request, token, new Reply.Done(JsonWriter.write(response)));
            case "failed" ->
                new Ended(
                        request,
                        token,
                        new Reply.Failed(
                                reason.isEmpty()
                                        ? "the participant gave no reason"
                                        : reason.substring(0, Math.min(REASON_MAX, reason.length())),
                                JsonWriter.write(response)));
            default -> new Unreadable("has a result that is neither done nor failed");
        };
    }
}
