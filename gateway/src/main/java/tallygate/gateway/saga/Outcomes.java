package tallygate.gateway.saga;

import java.time.Duration;
import tallygate.callback.saga.Reply;

/** What a reply makes of a request. Decides and touches nothing. */
final class Outcomes {
    private Outcomes() {}

    static Entry after(Call call, Reply reply) {
        Entry entry = call.entry();
        Pauses pauses = call.step().rules().pauses(entry.direction());
        return switch (call.kind()) {
            case SEND -> afterSend(entry, reply, pauses);
            case ASK -> afterAsk(entry.asking(Duration.ZERO), reply, pauses);
        };
    }

    private static Entry afterSend(Entry entry, Reply reply, Pauses pauses) {
        return switch (reply) {
            case Reply.Done(String response) -> done(entry, response);
            case Reply.Failed(String reason, String response) -> failed(entry, reason, response, pauses);
            case Reply.Later(String error, Duration wish) ->
                entry.missed(pauses.beforeRetry(entry.tries(), wish), error);
            case Reply.Unknown(String error) -> entry.unknown(pauses.beforeRetry(entry.tries(), Duration.ZERO), error);
            case Reply.Accepted(String url, Duration wish) -> entry.accepted(wish, url);
            case Reply.NotSeen _ ->
                entry.unknown(
                        pauses.beforeRetry(entry.tries(), Duration.ZERO), "answered as if it had been a question");
        };
    }

    /** The entry counts the question already. */
    private static Entry afterAsk(Entry entry, Reply reply, Pauses pauses) {
        return switch (reply) {
            case Reply.Done(String response) -> done(entry, response);
            case Reply.Failed(String reason, String response) -> failed(entry, reason, response, pauses);
            case Reply.Accepted(String url, Duration wish) -> entry.accepted(pauses.pause(entry.asks(), wish), url);
            case Reply.NotSeen _ ->
                entry.unknown(
                        Duration.ZERO, entry.error().isEmpty() ? "the participant has not seen it" : entry.error());
            case Reply.Later(String error, Duration wish) ->
                entry.unknown(pauses.beforeRetry(entry.tries(), wish), error);
            case Reply.Unknown(String error) -> entry.unknown(pauses.beforeRetry(entry.tries(), Duration.ZERO), error);
        };
    }

    private static Entry done(Entry entry, String response) {
        return switch (entry.direction()) {
            case FORWARD -> entry.settled(StepStatus.DONE, response, "");
            case COMPENSATION -> entry.settled(StepStatus.COMPENSATED, response, "");
        };
    }

    /** A refused compensation is tried again: it has no other way, and only a person may give it up. */
    private static Entry failed(Entry entry, String reason, String response, Pauses pauses) {
        return switch (entry.direction()) {
            case FORWARD -> entry.settled(StepStatus.FAILED, response, reason);
            case COMPENSATION -> entry.unknown(pauses.beforeRetry(entry.tries(), Duration.ZERO), "refused: " + reason);
        };
    }
}
