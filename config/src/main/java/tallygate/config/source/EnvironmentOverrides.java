package tallygate.config.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Lays environment variables over the tree of a file: {@code TALLYGATE__SERVER__CALLBACKS__BIND} is {@code
 * server.callbacks.bind}. Two underscores go one level down, one underscore is a hyphen, case does not matter. A list's entry
 * is named by its place from 0, an endpoint also by its name. A value that begins with a bracket or brace is YAML.
 */
public final class EnvironmentOverrides {
    /** What the names of all overrides begin with. */
    public static final String PREFIX = "TALLYGATE__";

    private static final Pattern PLACE = Pattern.compile("[0-9]{1,5}");

    private final Map<String, String> variables;
    private final Problems problems;

    public EnvironmentOverrides(Map<String, String> environment, Problems problems) {
        this.variables = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                variables.put(name, value);
            }
        });
        this.problems = problems;
    }

    /**
     * An override on its way down the tree.
     *
     * @param at the part of its name that comes next
     */
    private record Step(String variable, List<String> parts, int at, Node value) {
        Origin origin() {
            return new Origin.Variable(variable);
        }

        boolean isThere() {
            return at == parts.size();
        }

        boolean isLast() {
            return at == parts.size() - 1;
        }

        String part() {
            return parts.get(at);
        }

        Step next() {
            return new Step(variable, parts, at + 1, value);
        }

        /** Whether a list belongs where the file has nothing. */
        boolean beginsAList() {
            boolean isEndpoints = at == 0 && flat(part()).equals("endpoints");
            return isEndpoints
                    || (at + 1 < parts.size()
                            && PLACE.matcher(parts.get(at + 1)).matches());
        }

        /** Below a credential key the names are key ids, whose case matters: a new one is taken as it is written. */
        String newKey() {
            boolean isKeyId = at >= 3 && flat(parts.getFirst()).equals("endpoints");
            return isKeyId ? part() : part().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public Node apply(Node root) {
        Node result = root;
        Map<List<String>, String> seen = new LinkedHashMap<>();
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            String name = variable.getKey();
            List<String> parts = List.of(name.substring(PREFIX.length()).split("__", -1));
            var origin = new Origin.Variable(name);
            if (parts.stream().anyMatch(String::isEmpty)) {
                problems.add(
                        "",
                        origin,
                        "does not name a key; write TALLYGATE__SERVER__CALLBACKS__BIND for server.callbacks.bind");
                continue;
            }
            String twin = seen.putIfAbsent(
                    parts.stream().map(EnvironmentOverrides::flat).toList(), name);
            if (twin != null) {
                problems.add("", origin, "names the same key as " + twin + "; remove one of them");
                continue;
            }
            result = place("", result, new Step(name, parts, 0, value(origin, variable.getValue())));
        }
        return result;
    }

    private Node value(Origin.Variable origin, String text) {
        if (!text.startsWith("[") && !text.startsWith("{")) {
            return Node.Scalar.of(text, origin);
        }
        var found = new Problems();
        Node node = YamlReader.read(text, found);
        if (node instanceof Node.Broken || !found.isEmpty()) {
            problems.add(
                    "",
                    origin,
                    "begins with [ or { and is not a YAML list or map; a plain text that begins so goes in by"
                            + " ${env:…} of another variable");
            return new Node.Broken(origin);
        }
        return moved(node, origin);
    }

    private static Node moved(Node node, Origin origin) {
        return switch (node) {
            case Node.Scalar scalar -> new Node.Scalar(scalar.text(), scalar.written(), scalar.isQuoted(), origin);
            case Node.Sequence sequence ->
                new Node.Sequence(
                        sequence.items().stream()
                                .map(item -> moved(item, origin))
                                .toList(),
                        origin);
            case Node.Mapping mapping -> {
                Map<String, Node.Member> members = new LinkedHashMap<>();
                mapping.members()
                        .forEach((key, member) ->
                                members.put(key, new Node.Member(origin, moved(member.value(), origin))));
                yield new Node.Mapping(members, origin);
            }
            case Node.Broken _ -> new Node.Broken(origin);
        };
    }

    private Node place(String path, Node node, Step step) {
        if (step.isThere()) {
            return step.value();
        }
        return switch (node) {
            case Node.Mapping mapping -> inMapping(path, mapping, step);
            case Node.Sequence sequence -> inSequence(path, sequence, step);
            case Node.Scalar scalar when path.isEmpty() -> scalar;
            case Node.Scalar _, Node.Broken _ -> inMapping(path, new Node.Mapping(Map.of(), step.origin()), step);
        };
    }

    private Node inMapping(String path, Node.Mapping mapping, Step step) {
        List<String> matching = mapping.members().keySet().stream()
                .filter(key -> flat(key).equals(flat(step.part())))
                .toList();
        if (matching.size() > 1) {
            problems.add(path, step.origin(), step.part() + " may mean any of " + String.join(", ", matching));
            return mapping;
        }
        String key = matching.isEmpty() ? step.newKey() : matching.getFirst();
        Optional<Node.Member> old = Optional.ofNullable(mapping.members().get(key));
        Node below = old.map(Node.Member::value)
                .orElseGet(() -> step.beginsAList()
                        ? new Node.Sequence(List.of(), step.origin())
                        : new Node.Mapping(Map.of(), step.origin()));
        Node placed = place(Paths.member(path, key), below, step.next());
        Origin keyOrigin =
                step.isLast() ? step.origin() : old.map(Node.Member::keyOrigin).orElse(step.origin());
        Map<String, Node.Member> members = new LinkedHashMap<>(mapping.members());
        members.put(key, new Node.Member(keyOrigin, placed));
        return new Node.Mapping(members, mapping.origin());
    }

    private Node inSequence(String path, Node.Sequence sequence, Step step) {
        List<Node> items = new ArrayList<>(sequence.items());
        int place = placeOf(path, items, step);
        if (place < 0) {
            return sequence;
        }
        Node old = place < items.size() ? items.get(place) : new Node.Mapping(Map.of(), step.origin());
        Node placed = place(Paths.item(path, place, old), old, step.next());
        if (place < items.size()) {
            items.set(place, placed);
        } else {
            items.add(placed);
        }
        return new Node.Sequence(items, sequence.origin());
    }

    private int placeOf(String path, List<Node> items, Step step) {
        List<Integer> named = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof Node.Mapping item
                    && item.members().get("name") instanceof Node.Member(var _, Node.Scalar name)
                    && flat(name.text()).equals(flat(step.part()))) {
                named.add(i);
            }
        }
        if (named.size() == 1) {
            return named.getFirst();
        }
        if (named.size() > 1) {
            problems.add(
                    path,
                    step.origin(),
                    step.part() + " may mean any of " + named.size() + " entries; name it by its place");
            return -1;
        }
        if (!PLACE.matcher(step.part()).matches()) {
            problems.add(
                    path,
                    step.origin(),
                    "has no entry named " + step.part() + "; write a name from the file or a place from 0");
            return -1;
        }
        int place = Integer.parseInt(step.part());
        if (place > items.size()) {
            problems.add(
                    path, step.origin(), "has " + items.size() + " entries, so place " + place + " would leave a gap");
            return -1;
        }
        return place;
    }

    private static String flat(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-._]", "_");
    }
}
