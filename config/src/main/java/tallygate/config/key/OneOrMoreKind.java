package tallygate.config.key;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.config.source.Node;
import tallygate.config.source.Problems;

/** A single value or a list of them. */
record OneOrMoreKind<T>(Kind<T> item, Kind<List<T>> list) implements Kind<List<T>> {
    @Override
    public Optional<List<T>> read(Node node, String path, Problems problems) {
        return node instanceof Node.Sequence
                ? list.read(node, path, problems)
                : item.read(node, path, problems).map(List::of);
    }

    @Override
    public String show(List<T> values) {
        return isSecret() ? "***" : list.show(values);
    }

    @Override
    public String whole(List<T> values) {
        return list.whole(values);
    }

    @Override
    public Words allowed() {
        return new Words(
                item.allowed().english() + ", or a list of these",
                item.allowed().chinese() + "，或其列表");
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("anyOf", List.of(item.schema(), list.schema()));
    }

    @Override
    public boolean isSecret() {
        return item.isSecret();
    }
}
