package tallygate.callback.provider.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads templates, conditions and choices out of a definition's sections. */
final class Expressions {
    private Expressions() {}

    /** A template under a key; empty when it is missing or wrong (which is complained about). */
    static Optional<Template> template(Section section, String key) {
        return section.text(key).flatMap(text -> section.compiled(key, text, Template::parse));
    }

    static List<Template> templates(Section section, String key) {
        List<Template> templates = new ArrayList<>();
        for (String text : section.texts(key)) {
            section.compiled(key, text, Template::parse).ifPresent(templates::add);
        }
        return templates;
    }

    /** {@code when:} as a mapping from expressions to patterns. */
    static Condition condition(Section section, String key) {
        return section.section(key).map(Expressions::tests).orElse(Condition.ALWAYS);
    }

    /** A list of alternatives, each a mapping from expressions to patterns. */
    static List<Condition> conditions(Section section, String key) {
        return section.sections(key).stream().map(Expressions::tests).toList();
    }

    private static Condition tests(Section section) {
        List<Condition.Test> tests = new ArrayList<>();
        for (String expression : section.names()) {
            List<Condition.Matcher> anyOf = section.texts(expression).stream()
                    .map(Condition.Matcher::of)
                    .toList();
            section.compiled(expression, expression, Template::parse)
                    .ifPresent(value -> tests.add(new Condition.Test(value, anyOf)));
        }
        return new Condition(tests);
    }

    /**
     * A choice: an expression, or a list of expressions and of mappings {@code {when, value}}. A text that is neither an
     * expression nor a template is refused, because it is probably a typing mistake: literals are written {@code text:…}.
     */
    static Choice choice(Section section, String key) {
        List<Choice.Alternative> alternatives = new ArrayList<>();
        for (YamlNode node : section.values(key)) {
            switch (node) {
                case YamlNode.Scalar scalar ->
                    expression(section, key, scalar.text())
                            .ifPresent(value -> alternatives.add(new Choice.Alternative(Condition.ALWAYS, value)));
                case YamlNode.Block block -> {
                    Section alternative = section.child(key, block);
                    Condition when = condition(alternative, "when");
                    for (String text : alternative.texts("value")) {
                        expression(alternative, "value", text)
                                .ifPresent(value -> alternatives.add(new Choice.Alternative(when, value)));
                    }
                    alternative.done();
                }
                case YamlNode.Items _ -> section.complain(key, "takes expressions, not lists of lists");
            }
        }
        return new Choice(alternatives);
    }

    private static Optional<Template> expression(Section section, String key, String text) {
        if (!text.contains("{") && !Sources.isExpression(text)) {
            section.complain(
                    key, "'" + text + "' is neither a value nor a template; a fixed text is written text:" + text);
            return Optional.empty();
        }
        return section.compiled(key, text, Template::parse);
    }
}
