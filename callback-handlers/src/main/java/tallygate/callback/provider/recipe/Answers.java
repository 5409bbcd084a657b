package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Optional;
import tallygate.callback.Answer;

/**
 * What a provider is answered. Each list ends with an answer that always applies.
 *
 * @param handshakes requests that are answered at once and are no events, with their answers
 */
record Answers(
        List<AnswerRule> success, List<AnswerRule> refuse, List<AnswerRule> tryAgain, List<AnswerRule> handshakes) {
    Answers {
        success = List.copyOf(success);
        refuse = List.copyOf(refuse);
        tryAgain = List.copyOf(tryAgain);
        handshakes = List.copyOf(handshakes);
    }

    /** The answer to a handshake; nothing when the request is none. */
    Optional<Answer> handshake(Scope scope) {
        for (AnswerRule rule : handshakes) {
            Optional<Answer> answer = rule.ifApplies(scope);
            if (answer.isPresent()) {
                return answer;
            }
        }
        return Optional.empty();
    }
}
