package tallygate.callback.saga;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tallygate.callback.outbound.Called;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;
import tallygate.callback.provider.read.UnreadableException;

/** What a participant's HTTP answers mean. Decides and touches nothing; the table is in the participants' guide. */
final class ParticipantAnswers {
    private ParticipantAnswers() {}

    static Reply ofSend(Called called) {
        return switch (called) {
            case Called.NotSent notSent -> new Reply.Later(notSent.why(), Duration.ZERO);
            case Called.NoAnswer(String why) -> new Reply.Unknown(why);
            case Called.Answered answer -> answered(answer);
        };
    }

    private static Reply answered(Called.Answered answer) {
        int status = answer.status();
        String shown = "HTTP " + status;
        return switch (status) {
            case 202 -> new Reply.Accepted(answer.header("Location").orElse(""), longer(retryAfter(answer)));
            case 408 -> new Reply.Unknown(shown);
            case 425, 429, 503 -> new Reply.Later(shown, retryAfter(answer));
            case 401, 403, 404 ->
                new Reply.Later(shown + ": the participant does not know us, or not the path", Duration.ZERO);
            default ->
                switch (status / 100) {
                    case 2 -> done(answer);
                    case 4 -> new Reply.Failed(reason(shown, answer), json(answer));
                    case 3 -> new Reply.Later(shown + ", redirects are not followed", Duration.ZERO);
                    default -> new Reply.Unknown(shown);
                };
        };
    }

    private static Duration longer(Duration wish) {
        return wish.isPositive() ? wish : Duration.ofSeconds(1);
    }

    /** A success whose result cannot be read proves nothing: it is asked for, or sent again. */
    private static Reply done(Called.Answered answer) {
        if (answer.body().length == 0) {
            return new Reply.Done("{}");
        }
        String json = json(answer);
        return json.isEmpty()
                ? new Reply.Unknown("HTTP " + answer.status() + " with a body that is not JSON, or too long")
                : new Reply.Done(json);
    }

    /** Empty when it is not JSON. */
    private static String json(Called.Answered answer) {
        if (answer.isCut()) {
            return "";
        }
        try {
            return JsonWriter.write(JsonReader.read(answer.body()));
        } catch (UnreadableException _) {
            return "";
        }
    }

    /** With the participant's own word for it, where it gives one: {@code {"reason": "sold out"}}. */
    private static String reason(String shown, Called.Answered answer) {
        try {
            String reason = JsonReader.read(answer.body()).scalarAt("/reason");
            return reason.isEmpty() ? shown : shown + " " + reason.substring(0, Math.min(200, reason.length()));
        } catch (UnreadableException _) {
            return shown;
        }
    }

    private static Duration retryAfter(Called.Answered answer) {
        return answer.header("Retry-After")
                .map(String::strip)
                .filter(value -> value.matches("[0-9]{1,6}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .orElse(Duration.ZERO);
    }

    /** {@code {"state": "done" | "failed" | "running", "result": …, "reason": …}}, or 404 for a request never seen. */
    static Reply ofAsk(Called called, Duration again) {
        if (!(called instanceof Called.Answered answer)) {
            return ofSend(called) instanceof Reply.Later later ? new Reply.Unknown(later.error()) : ofSend(called);
        }
        if (answer.status() == 404 || answer.status() == 410) {
            return new Reply.NotSeen();
        }
        if (answer.status() == 202) {
            return new Reply.Accepted("", again);
        }
        if (answer.status() != 200) {
            return new Reply.Unknown("HTTP " + answer.status() + " to a question");
        }
        try {
            return told(JsonReader.read(new String(answer.body(), StandardCharsets.UTF_8)), again);
        } catch (UnreadableException _) {
            return new Reply.Unknown("HTTP 200 to a question, with a body that is not JSON");
        }
    }

    private static Reply told(JsonValue answer, Duration again) {
        String state = answer.scalarAt("/state");
        return switch (state) {
            case "done", "compensated" ->
                new Reply.Done(JsonWriter.write(answer.members()
                        .getOrDefault("result", new JsonValue.Fields(new java.util.LinkedHashMap<>()))));
            case "failed", "refused" -> new Reply.Failed(answer.scalarAt("/reason"), "");
            case "running" -> new Reply.Accepted("", again);
            case "unknown" -> new Reply.NotSeen();
            default -> new Reply.Unknown("a question was answered with a state that is none of done, failed, running");
        };
    }
}
