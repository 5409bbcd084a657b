package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tallygate.callback.Answer;
import tallygate.callback.provider.read.UnreadableException;

/** An answer in the provider's words. The body may repeat values of the request (an order id, a challenge). */
record AnswerRule(Condition when, int status, String contentType, Template body) {
    /** Longer is no challenge of any provider. */
    private static final int ECHO_BYTES_MAX = 512;

    static AnswerRule empty(int status) {
        return new AnswerRule(Condition.ALWAYS, status, "", Template.parse(""));
    }

    /** The first answer that applies; the last one always does. */
    static Answer first(List<AnswerRule> rules, Scope scope) {
        for (AnswerRule rule : rules) {
            Optional<Answer> answer = rule.ifApplies(scope);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
        return Answer.empty(rules.getLast().status());
    }

    /** The answer, when the rule applies; one about content that is not there does not. */
    Optional<Answer> ifApplies(Scope scope) {
        try {
            return when.holds(scope) ? Optional.of(answer(scope)) : Optional.empty();
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    private Answer answer(Scope scope) throws UnreadableException {
        byte[] bytes = body.text(scope).getBytes(StandardCharsets.UTF_8);
        return new Answer(status, contentType, bytes.length > ECHO_BYTES_MAX ? new byte[0] : bytes);
    }
}
