package tallygate.callback.provider.recipe;

import java.util.Map;
import java.util.Optional;
import tallygate.callback.provider.read.UnreadableException;

/**
 * Which algorithm a request was signed with.
 *
 * @param usual when nothing chooses
 * @param choose where the request or the configuration names it
 * @param allowed what may be named, by the provider's word; anything else is refused
 */
record AlgorithmRule(Algorithm usual, Optional<Template> choose, Map<String, Algorithm> allowed) {
    AlgorithmRule {
        allowed = Map.copyOf(allowed);
    }

    static AlgorithmRule always(Algorithm algorithm) {
        return new AlgorithmRule(algorithm, Optional.empty(), Map.of());
    }

    /** The algorithm; nothing when the one named is not allowed. */
    Optional<Algorithm> of(Scope scope) throws UnreadableException {
        if (choose.isEmpty()) {
            return Optional.of(usual);
        }
        String named = choose.get().text(scope);
        return named.isEmpty() ? Optional.of(usual) : Optional.ofNullable(allowed.get(named));
    }
}
