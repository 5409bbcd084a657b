package tallygate.callback.provider.code;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import tallygate.callback.provider.read.JsonValue;

/** JSON trees as events count them. */
final class Trees {
    private Trees() {}

    /** The object without some of its own members: times and counters that may differ between deliveries. */
    static JsonValue without(JsonValue tree, Set<String> names) {
        if (!(tree instanceof JsonValue.Fields fields)) {
            return tree;
        }
        SequencedMap<String, JsonValue> kept = new LinkedHashMap<>(fields.values());
        kept.keySet().removeAll(names);
        return new JsonValue.Fields(kept);
    }

    /** The text at the first of several places that has one. */
    static String first(JsonValue tree, String... pointers) {
        for (String pointer : pointers) {
            String found = tree.scalarAt(pointer);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    /** A member of the tree, nothing where it has none. */
    static JsonValue member(JsonValue tree, String name) {
        return tree.members().getOrDefault(name, new JsonValue.Nothing());
    }
}
