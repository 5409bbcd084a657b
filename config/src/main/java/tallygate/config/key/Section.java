package tallygate.config.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import tallygate.config.source.Node;
import tallygate.config.source.Origin;
import tallygate.config.source.Paths;
import tallygate.config.source.Problems;
import tallygate.config.value.Secret;

/** The keys of one group as they were written. A part reads its record from it; what is wrong is gathered on the way. */
public final class Section {
    private final Group group;
    private final String path;
    private final Node.Mapping node;
    private final Reading reading;

    private Section(Group group, String path, Node.Mapping node, Reading reading) {
        this.group = group;
        this.path = path;
        this.node = node;
        this.reading = reading;
    }

    /** Reads the whole tree as one group. */
    public static <R> R root(Group group, Node node, Reading reading, Function<Section, R> reader) {
        return below(group, "", node, reading, reader);
    }

    /** Reads a group of which nothing is written. */
    public static <R> R defaults(Group group, Function<Section, R> reader) {
        var reading = new Reading(new Problems());
        R result = reader.apply(new Section(group, "", nothing(), reading));
        if (!reading.problems().isEmpty()) {
            throw new IllegalStateException(
                    "defaults that contradict: " + reading.problems().inOrder());
        }
        return result;
    }

    public String path() {
        return path;
    }

    public Origin origin() {
        return node.origin();
    }

    public Reading reading() {
        return reading;
    }

    /** The value of a key that has a default. The default also stands in for a wrong value, which is then reported. */
    public <T> T value(Key<T> key) {
        if (!(key.fallback() instanceof Key.Fallback.Value(String text))) {
            throw new IllegalStateException("key " + key.name() + " has no default");
        }
        return written(key).orElseGet(() -> fallback(key, text));
    }

    /** The value of a key that need not be written. */
    public <T> Optional<T> optional(Key<T> key) {
        if (!(key.fallback() instanceof Key.Fallback.Absent)) {
            throw new IllegalStateException("key " + key.name() + " is not optional");
        }
        return written(key);
    }

    /** The value of a key that must be written; empty when it is wrong or missing, which is then reported. */
    public <T> Optional<T> required(Key<T> key) {
        Optional<T> value = written(key);
        if (!node.members().containsKey(key.name())) {
            problem(key.name(), "is missing; allowed: " + key.kind().allowed().english());
        }
        return value;
    }

    public boolean isWritten(String name) {
        return node.members().containsKey(name);
    }

    private <T> Optional<T> written(Key<T> key) {
        if (!group.keys().contains(key)) {
            throw new IllegalStateException("key " + key.name() + " is read but group " + group.name() + " lacks it");
        }
        reading.ask(key);
        Node.Member member = node.members().get(key.name());
        if (member == null) {
            return Optional.empty();
        }
        Optional<T> value = key.kind().read(member.value(), at(key.name()), reading.problems());
        value.ifPresent(v -> note(key, v, member.value()));
        return value;
    }

    private <T> void note(Key<T> key, T value, Node written) {
        String exact = key.kind().isSecret() ? exactText(written) : key.kind().show(value);
        reading.add(new Setting(
                at(key.name()),
                key.kind().show(value),
                new Secret(exact),
                written.origin(),
                key.reload(),
                key.isOfNode()));
    }

    private static String exactText(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.text();
            case Node.Sequence sequence ->
                String.valueOf(sequence.items().stream().map(Section::exactText).toList());
            case Node.Mapping _, Node.Broken _ -> "";
        };
    }

    private <T> T fallback(Key<T> key, String text) {
        var problems = new Problems();
        Node node = text.startsWith("[")
                ? tallygate.config.source.YamlReader.read(text, problems)
                : Node.Scalar.of(text, Origin.NOWHERE);
        Optional<T> value = key.kind().read(node, key.name(), problems);
        if (value.isEmpty()) {
            throw new IllegalStateException("default of " + key.name() + " is not allowed: " + problems.inOrder());
        }
        if (!isWritten(key.name())) {
            reading.add(new Setting(
                    at(key.name()),
                    key.kind().show(value.get()),
                    new Secret(key.kind().show(value.get())),
                    Origin.NOWHERE,
                    key.reload(),
                    key.isOfNode()));
        }
        return value.get();
    }

    /** A group below a key; with nothing written its defaults hold. */
    public <R> R one(String name, Function<Section, R> reader) {
        Node.Member member = node.members().get(name);
        Node below = member == null ? nothing() : member.value();
        return below(only(name), at(name), below, reading, reader);
    }

    /** A group below a key, read only when the key is written. */
    public <R> Optional<R> optional(String name, Function<Section, Optional<R>> reader) {
        return isWritten(name) ? one(name, reader) : Optional.empty();
    }

    /** The groups of a list; those that could not be read are left out, with a problem each. */
    public <R> List<R> list(String name, Function<Section, Optional<R>> reader) {
        Group item = only(name);
        Node.Member member = node.members().get(name);
        if (member == null || member.value() instanceof Node.Broken) {
            return List.of();
        }
        if (!(member.value() instanceof Node.Sequence sequence)) {
            problem(name, "is not a list; every entry begins with \"- \"");
            return List.of();
        }
        List<R> results = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            Node entry = sequence.items().get(i);
            below(item, Paths.item(at(name), i, entry), entry, reading, reader).ifPresent(results::add);
        }
        return List.copyOf(results);
    }

    /** The groups of a map in the order of the file; those that could not be read are left out, with a problem each. */
    public <R> Map<String, R> map(String name, BiFunction<String, Section, Optional<R>> reader) {
        Group item = only(name);
        Node.Member member = node.members().get(name);
        if (member == null || member.value() instanceof Node.Broken) {
            return Map.of();
        }
        if (!(member.value() instanceof Node.Mapping mapping)) {
            problem(name, "must hold names with keys below them");
            return Map.of();
        }
        Map<String, R> results = new LinkedHashMap<>();
        mapping.members().forEach((key, entry) -> {
            String where = Paths.member(at(name), key);
            below(item, where, entry.value(), reading, section -> reader.apply(key, section))
                    .ifPresent(result -> results.put(key, result));
        });
        return results;
    }

    /** The names that are written below a key, whatever stands below them. */
    public List<String> namesBelow(String name) {
        return child(name)
                .filter(node -> node instanceof Node.Mapping)
                .map(node -> List.copyOf(((Node.Mapping) node).members().keySet()))
                .orElse(List.of());
    }

    /** One of several groups, chosen by a key in it. */
    public <R> Optional<R> variant(String name, Map<String, Function<Section, Optional<R>>> readers) {
        return new Variant(this, branch(name)).read(readers);
    }

    /** The values under keys that the group does not know; only for open groups. */
    public Map<String, Node.Member> others() {
        Map<String, Node.Member> others = new LinkedHashMap<>(node.members());
        group.names().forEach(others::remove);
        return others;
    }

    /** Builds a record; rules that its values break between them are reported and the stand-in is returned. */
    public <T> T make(Supplier<T> maker, Supplier<T> standIn) {
        try {
            return maker.get();
        } catch (Rules.BrokenRulesException e) {
            for (Rules.Rule rule : e.rules()) {
                if (rule.keys().stream().noneMatch(key -> reading.problems().touch(at(key)))) {
                    String place = rule.keys().stream()
                            .filter(this::isWritten)
                            .findFirst()
                            .orElse(rule.keys().getFirst());
                    problem(place, rule.text());
                }
            }
            return standIn.get();
        }
    }

    /** Reports what is wrong with a key of this section. */
    public void problem(String name, String text) {
        reading.problems().add(at(name), originOf(name), text);
    }

    /** Reports what may be meant so, but is better known. */
    public void warning(String name, String text) {
        reading.warnings().add(at(name), originOf(name), text);
    }

    /** Where a key stands; for a key that is not written, where its section begins. */
    public Origin originOf(String name) {
        Node.Member member = node.members().get(name);
        return member == null ? node.origin() : member.keyOrigin();
    }

    String at(String name) {
        return Paths.member(path, name);
    }

    Optional<Node> child(String name) {
        return Optional.ofNullable(node.members().get(name)).map(Node.Member::value);
    }

    private Group only(String name) {
        return branch(name).groups().getFirst();
    }

    private Group.Branch branch(String name) {
        return group.branch(name)
                .orElseThrow(
                        () -> new IllegalStateException(name + " is read but group " + group.name() + " lacks it"));
    }

    static <R> R below(Group group, String path, Node node, Reading reading, Function<Section, R> reader) {
        var section = new Section(group, path, mapping(path, node, reading.problems()), reading);
        section.reportUnknown();
        return reader.apply(section);
    }

    private static Node.Mapping mapping(String path, Node node, Problems problems) {
        if (node instanceof Node.Mapping mapping) {
            return mapping;
        }
        if (node instanceof Node.Scalar scalar && scalar.isNothing()) {
            problems.add(path, node.origin(), "has nothing below it; write its keys or remove it");
        } else if (!(node instanceof Node.Broken)) {
            problems.add(path, node.origin(), "must have keys below it, as \"key: value\"");
        }
        return new Node.Mapping(Map.of(), node.origin());
    }

    private void reportUnknown() {
        if (group.isOpen()) {
            return;
        }
        others().keySet().forEach(name -> {
            String hint = group.hints().get(name);
            String advice = hint != null
                    ? hint
                    : Suggestion.nearest(name, group.names())
                            .map(near -> "did you mean " + near + "?")
                            .orElse("known here: " + String.join(", ", group.names()));
            problem(name, "is not a known key; " + advice);
        });
    }

    private static Node.Mapping nothing() {
        return new Node.Mapping(Map.of(), Origin.NOWHERE);
    }
}
