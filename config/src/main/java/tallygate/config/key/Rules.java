package tallygate.config.key;

import java.util.ArrayList;
import java.util.List;

/** What several values of a record must keep between them; every broken rule is named. */
public final class Rules {
    private final List<Rule> broken = new ArrayList<>();

    /** A broken rule and the keys whose values it ties together. */
    record Rule(List<String> keys, String text) {}

    /** @param text a sentence that is true when the rule is broken, with the values and what to do */
    public Rules must(boolean holds, String text, String... keys) {
        if (!holds) {
            broken.add(new Rule(List.of(keys), text));
        }
        return this;
    }

    /** @throws IllegalArgumentException when a rule is broken */
    public void hold() {
        if (!broken.isEmpty()) {
            throw new BrokenRulesException(broken);
        }
    }

    static final class BrokenRulesException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;
        private final transient List<Rule> rules;

        BrokenRulesException(List<Rule> rules) {
            super(String.join("; ", rules.stream().map(Rule::text).toList()));
            this.rules = List.copyOf(rules);
        }

        List<Rule> rules() {
            return rules;
        }
    }
}
