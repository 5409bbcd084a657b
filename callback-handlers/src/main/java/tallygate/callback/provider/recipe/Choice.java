package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.read.UnreadableException;

/** Where a field may be read from: the first alternative that applies and has a value gives it. */
record Choice(List<Alternative> alternatives) {
    static final Choice NONE = new Choice(List.of());

    Choice {
        alternatives = List.copyOf(alternatives);
    }

    record Alternative(Condition when, Template value) {}

    String text(Scope scope) throws UnreadableException {
        for (Alternative alternative : alternatives) {
            if (alternative.when().holds(scope)) {
                Optional<String> text = alternative.value().ifWhole(scope);
                if (text.isPresent()) {
                    return text.get();
                }
            }
        }
        return "";
    }
}
