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

/** The keys of one group as they were written. A part reads its record from it; what is wrong is gathered on the way. */
public final class Section {
    private final Group group;
    private final String path;
    private final Node.Mapping node;
    /** True when something else stands where keys should; that has been reported, and nothing else is missed. */
    private final boolean isUnreadable;

    private final Reading reading;
    private final KeyReader keys;

    private Section(Group group, String path, Node node, Reading reading) {
        this.group = group;
        this.path = path;
        this.node = mapping(path, node, reading.problems());
        this.isUnreadable = !(node instanceof Node.Mapping);
        this.reading = reading;
        this.keys = new KeyReader(group, path, this.node, reading);
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
        return keys.written(key).orElseGet(() -> keys.fallback(key, text));
    }

    /** The value of a key that need not be written. */
    public <T> Optional<T> optional(Key<T> key) {
        if (!(key.fallback() instanceof Key.Fallback.Absent)) {
            throw new IllegalStateException("key " + key.name() + " is not optional");
        }
        return keys.written(key);
    }

    /** The value of a key that need not be written, or what follows from other keys. */
    public <T> T optional(Key<T> key, Supplier<T> otherwise) {
        return optional(key).orElseGet(() -> {
            T value = otherwise.get();
            keys.noteUnwritten(key, value);
            return value;
        });
    }

    /** The value of a key that must be written; empty when it is wrong or missing, which is then reported. */
    public <T> Optional<T> required(Key<T> key) {
        Optional<T> value = keys.written(key);
        if (!isWritten(key.name()) && !isUnreadable) {
            problem(key.name(), "is missing; allowed: " + key.kind().allowed().english());
        }
        return value;
    }

    public boolean isWritten(String name) {
        return node.members().containsKey(name);
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
        var section = new Section(group, path, node, reading);
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
        if (!group.isOpen()) {
            others().forEach(this::reportUnknown);
        }
    }

    private void reportUnknown(String name, Node.Member member) {
        Optional<String> advice = Optional.ofNullable(group.hints().get(name))
                .or(() -> Suggestion.nearest(name, group.names()).map(near -> "did you mean " + near + "?"));
        boolean isBare = member.value() instanceof Node.Scalar scalar && scalar.isNothing();
        if (advice.isEmpty() && isBare) {
            // A lone word may be a value in the wrong place, so it is not repeated.
            reading.problems()
                    .add(
                            path,
                            member.keyOrigin(),
                            "has a key without a value that is not known (not shown); " + known());
        } else {
            problem(name, "is not a known key; " + advice.orElseGet(this::known));
        }
    }

    private String known() {
        return "known here: " + String.join(", ", group.names());
    }

    private static Node.Mapping nothing() {
        return new Node.Mapping(Map.of(), Origin.NOWHERE);
    }
}
