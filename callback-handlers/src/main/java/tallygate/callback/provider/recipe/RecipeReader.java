package tallygate.callback.provider.recipe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import tallygate.callback.provider.CredentialKey;
import tallygate.callback.provider.CredentialKey.Kind;

/** Reads a definition file. */
public final class RecipeReader {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final int STATUS_SUCCESS = 200;
    private static final int STATUS_REFUSED = 401;
    private static final int STATUS_LATER = 503;

    private final Complaints complaints;

    private RecipeReader(Complaints complaints) {
        this.complaints = complaints;
    }

    /** What reading a definition file comes to. */
    public sealed interface Reading {
        record Usable(RecipeDefinition definition) implements Reading {}

        /** @param complaints each with file, line and path; all at once */
        record Broken(List<String> complaints) implements Reading {
            public Broken {
                complaints = List.copyOf(complaints);
            }
        }
    }

    /** @param file how the file is called in complaints */
    public static Reading read(String file, String yaml) {
        Complaints complaints = new Complaints(file);
        try {
            Recipe recipe = new RecipeReader(complaints).recipe(new Section("", YamlReader.read(yaml), complaints));
            if (complaints.all().isEmpty()) {
                return new Reading.Usable(new RecipeDefinition(recipe));
            }
        } catch (RecipeException e) {
            complaints.add(e.line(), "", String.valueOf(e.getMessage()));
        }
        return new Reading.Broken(complaints.all());
    }

    private Recipe recipe(Section root) {
        String name = root.required("name");
        if (!NAME.matcher(name).matches()) {
            root.complain("name", "takes lower-case letters, digits and single hyphens");
        }
        List<Mode> modes = modes(root);
        Recipe recipe = new Recipe(
                name,
                root.required("title"),
                keys(root),
                modes,
                Expressions.conditions(root, "probe"),
                root.section("events")
                        .map(section -> new EventRuleReader(section).read())
                        .orElseGet(() -> {
                            root.complain("events", "is missing: how is the content read?");
                            return new EventRuleReader(new Section("", emptyBlock(), complaints)).read();
                        }),
                answers(root),
                root.word("currency-spelling", Recipe.Spelling.class, Recipe.Spelling.UPPER),
                samples(root, modes),
                root.textMap("page"),
                root.texts("sources"));
        if (!new ProviderNotes(recipe.page(), recipe.sources()).hasSpan()) {
            root.complain("page", "retries-for takes a span such as 30m, 24h or 30d");
        }
        root.done();
        return recipe;
    }

    private static YamlNode.Block emptyBlock() {
        return new YamlNode.Block(new LinkedHashMap<>(), 1);
    }

    private static List<Mode> modes(Section root) {
        List<Section> sections = root.sections("verify");
        if (sections.isEmpty()) {
            root.complain("verify", "is missing: what proves a callback?");
        }
        List<Mode> modes = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            modes.add(new ModeReader(sections.get(i)).read(i));
        }
        return modes;
    }

    private static List<CredentialKey> keys(Section root) {
        List<CredentialKey> keys = new ArrayList<>();
        Optional<Section> section = root.section("keys");
        if (section.isEmpty()) {
            root.complain("keys", "is missing: which credentials does an endpoint need?");
            return keys;
        }
        for (String name : section.get().names()) {
            section.get().section(name).ifPresent(key -> {
                keys.add(new CredentialKey(
                        name, key.word("kind", Kind.class, Kind.PLAIN), key.flag("required"), key.required("meaning")));
                key.done();
            });
        }
        return keys;
    }

    private static Answers answers(Section root) {
        Optional<Section> section = root.section("answers");
        Answers answers = new Answers(
                section.map(s -> rules(s, "success", STATUS_SUCCESS)).orElseGet(() -> usual(STATUS_SUCCESS)),
                section.map(s -> rules(s, "refuse", STATUS_REFUSED)).orElseGet(() -> usual(STATUS_REFUSED)),
                section.map(s -> rules(s, "try-again", STATUS_LATER)).orElseGet(() -> usual(STATUS_LATER)),
                section.map(s -> conditional(s, "handshake", STATUS_SUCCESS)).orElseGet(List::of));
        section.ifPresent(s -> {
            checkNotSuccess(s, "refuse", answers.refuse());
            checkNotSuccess(s, "try-again", answers.tryAgain());
            s.done();
        });
        return answers;
    }

    /** A success status for what was not stored would lose the event. */
    private static void checkNotSuccess(Section section, String key, List<AnswerRule> rules) {
        if (rules.stream().anyMatch(rule -> rule.status() < 400)) {
            section.complain(key, "takes a status of 400 and more: anything less may be taken for a success");
        }
    }

    private static List<AnswerRule> usual(int status) {
        return List.of(AnswerRule.empty(status));
    }

    private static List<AnswerRule> rules(Section section, String key, int status) {
        List<AnswerRule> rules = new ArrayList<>(conditional(section, key, status));
        if (rules.isEmpty() || !rules.getLast().when().equals(Condition.ALWAYS)) {
            rules.add(AnswerRule.empty(status));
        }
        return rules;
    }

    private static List<AnswerRule> conditional(Section section, String key, int status) {
        List<AnswerRule> rules = new ArrayList<>();
        for (Section rule : section.sections(key)) {
            rules.add(new AnswerRule(
                    Expressions.condition(rule, "when"),
                    rule.number("status", status),
                    rule.text("content-type", ""),
                    Expressions.template(rule, "body").orElseGet(() -> Template.parse(""))));
            rule.done();
        }
        return rules;
    }

    private static List<Sample> samples(Section root, List<Mode> modes) {
        List<Sample> samples = new ArrayList<>();
        for (Section section : root.sections("samples")) {
            SequencedMap<String, String> headers = new LinkedHashMap<>(section.textMap("headers"));
            Map<String, String> defaults = section.textMap("defaults");
            String mode =
                    section.text("mode", modes.isEmpty() ? "" : modes.getFirst().name());
            if (modes.stream().noneMatch(m -> m.name().equals(mode))) {
                section.complain("mode", "names no way of signing of this definition: '" + mode + "'");
            }
            samples.add(new Sample(
                    mode,
                    defaults,
                    section.text("method", "POST"),
                    section.text("query", ""),
                    headers,
                    section.text("body", ""),
                    EventRuleReader.unit(section)));
            section.done();
        }
        return samples;
    }
}
