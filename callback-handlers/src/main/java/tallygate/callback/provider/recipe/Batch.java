package tallygate.callback.provider.recipe;

import java.util.List;
import java.util.Optional;
import tallygate.callback.provider.read.JsonPath;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/**
 * A request that carries several events.
 *
 * @param list where the list is
 * @param item where, inside an element, the event is
 */
record Batch(JsonPath list, JsonPath item) {
    static final int ITEMS_MAX = 1_000;

    /** The events' values; nothing when the body has no such list. */
    Optional<List<JsonValue>> in(JsonValue root) throws UnreadableException {
        Optional<JsonValue> found = list.in(root);
        if (found.isEmpty() || !(found.get() instanceof JsonValue.Items items)) {
            return Optional.empty();
        }
        if (items.values().size() > ITEMS_MAX) {
            throw UnreadableException.refused("more than " + ITEMS_MAX + " events in one request");
        }
        JsonValue nothing = new JsonValue.Nothing();
        return Optional.of(items.values().stream()
                .map(element -> item.in(element).orElse(nothing))
                .toList());
    }
}
