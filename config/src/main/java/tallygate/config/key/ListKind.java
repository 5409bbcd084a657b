package tallygate.config.key;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tallygate.config.source.Node;
import tallygate.config.source.Origin;
import tallygate.config.source.Problems;

/** A list of values of one type; every wrong one is reported. */
record ListKind<T>(Kind<T> item, int itemsMin, int itemsMax) implements Kind<List<T>> {
    @Override
    public Optional<List<T>> read(Node node, String path, Problems problems) {
        return switch (node) {
            case Node.Broken _ -> Optional.empty();
            case Node.Sequence sequence -> items(sequence, path, problems);
            case Node.Scalar scalar
            when scalar.origin() instanceof Origin.Variable -> items(commaSeparated(scalar), path, problems);
            case Node.Scalar _, Node.Mapping _ -> {
                problems.add(
                        path,
                        node.origin(),
                        "is not a list; allowed: " + allowed().english());
                yield Optional.empty();
            }
        };
    }

    private static Node.Sequence commaSeparated(Node.Scalar scalar) {
        List<Node> items = new ArrayList<>();
        for (String part : scalar.text().split(",")) {
            if (!part.isBlank()) {
                items.add(Node.Scalar.of(part.strip(), scalar.origin()));
            }
        }
        return new Node.Sequence(items, scalar.origin());
    }

    private Optional<List<T>> items(Node.Sequence sequence, String path, Problems problems) {
        int count = sequence.items().size();
        if (count < itemsMin || count > itemsMax) {
            problems.add(
                    path,
                    sequence.origin(),
                    "has " + count + " entries; allowed: " + allowed().english());
            return Optional.empty();
        }
        List<T> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            item.read(sequence.items().get(i), path + "[" + i + "]", problems).ifPresent(values::add);
        }
        return values.size() == count ? Optional.of(List.copyOf(values)) : Optional.empty();
    }

    @Override
    public String show(List<T> values) {
        return isSecret() ? "***" : values.stream().map(item::show).collect(Collectors.joining(", ", "[", "]"));
    }

    @Override
    public String whole(List<T> values) {
        return values.stream().map(item::whole).collect(Collectors.joining(", ", "[", "]"));
    }

    @Override
    public Words allowed() {
        String range = itemsMin + " to " + itemsMax;
        return new Words(
                "a list of " + range + " entries, each " + item.allowed().english(),
                "含 " + itemsMin + " 到 " + itemsMax + " 项的列表，每项为"
                        + item.allowed().chinese());
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("items", Map.of("anyOf", List.of(item.schema(), Map.of("$ref", "#/$defs/placeholder"))));
        schema.put("minItems", itemsMin);
        schema.put("maxItems", itemsMax);
        return schema;
    }

    @Override
    public boolean isSecret() {
        return item.isSecret();
    }
}
