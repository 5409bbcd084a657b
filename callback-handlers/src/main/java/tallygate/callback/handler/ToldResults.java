package tallygate.callback.handler;

import java.util.OptionalInt;
import tallygate.callback.Outcome;

/**
 * Results that somebody tells of their own accord, and not in a queue: whoever may end any task, or the receiver of one delivery,
 * with the token that came with it and nothing else.
 */
public final class ToldResults {
    private final LateResults results;
    private final ResultTokens tokens;

    /** What became of a result that brings a token. */
    public sealed interface Told {
        record Known(LateResults.Taken taken) implements Told {}

        /** It brings no token, or not the one of that task. */
        record Refused() implements Told {}

        record Unreadable(String why) implements Told {}
    }

    public ToldResults(LateResults results, ResultTokens tokens) {
        this.results = results;
        this.tokens = tokens;
    }

    /** Of somebody who may end any task. */
    public LateResults.Taken settle(long task, Outcome outcome) {
        return results.settle(task, OptionalInt.empty(), outcome);
    }

    /** @param message as a consumer writes it to a result queue */
    public Told take(byte[] message) {
        return switch (ConsumerResult.of(message)) {
            case ConsumerResult.Heartbeat _ -> new Told.Unreadable("a heartbeat is no result");
            case ConsumerResult.Unreadable(String why) -> new Told.Unreadable(why);
            case ConsumerResult.Ended ended -> proven(ended);
        };
    }

    private Told proven(ConsumerResult.Ended ended) {
        return switch (tokens.check(ResultTokens.task(ended.taskId()), ended.token())) {
            case ResultTokens.Checked.Genuine(int handOut) -> {
                LateResults.Taken taken = results.settle(ended.taskId(), OptionalInt.of(handOut), ended.outcome());
                if (taken == LateResults.Taken.SUPERSEDED) {
                    var _ = tokens.refused(ResultTokens.Why.SUPERSEDED);
                }
                yield new Told.Known(taken);
            }
            case ResultTokens.Checked.Refused _ -> new Told.Refused();
            case ResultTokens.Checked.NotNow _ -> new Told.Known(LateResults.Taken.AGAIN_LATER);
        };
    }
}
