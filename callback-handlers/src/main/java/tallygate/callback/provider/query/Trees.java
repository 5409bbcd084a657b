package tallygate.callback.provider.query;

import java.util.List;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.UnreadableException;

/** Steps through answers. */
final class Trees {
    private Trees() {}

    /** The elements of a list that must be there. */
    static List<JsonValue> list(JsonValue object, String name) throws UnreadableException {
        JsonValue list = object.members().get(name);
        if (!(list instanceof JsonValue.Items)) {
            throw missing(name);
        }
        return list.elements();
    }

    /** The elements of a list that may be left out or null. */
    static List<JsonValue> listOrNone(JsonValue object, String name) {
        JsonValue list = object.members().get(name);
        return list == null ? List.of() : list.elements();
    }

    /** The first of these scalars that is not empty. */
    static String first(JsonValue value, String... pointers) {
        for (String pointer : pointers) {
            String found = value.scalarAt(pointer);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    static UnreadableException missing(String name) {
        return UnreadableException.notThisForm("the answer has no usable " + name);
    }
}
