package tallygate.callback.provider.read;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** A JSON value whose numbers keep their text: {@code 72.00} stays {@code 72.00} and a 19-digit id stays exact. */
public sealed interface JsonValue {
    record Text(String value) implements JsonValue {}

    /** @param literal exactly as written */
    record Numeral(String literal) implements JsonValue {}

    record Truth(boolean value) implements JsonValue {}

    record Nothing() implements JsonValue {}

    record Items(List<JsonValue> values) implements JsonValue {
        public Items {
            values = List.copyOf(values);
        }
    }

    /** @param values in the order of the document; whoever makes one gives the map away */
    record Fields(SequencedMap<String, JsonValue> values) implements JsonValue {
        public Fields {
            values = Collections.unmodifiableSequencedMap(values);
        }
    }

    /** The value at a path; nothing when the path leads nowhere. */
    default Optional<JsonValue> at(JsonPath path) {
        return path.in(this);
    }

    /** The text of a scalar as written on the wire (numbers and booleans too); empty for null, lists and objects. */
    default String scalar() {
        return switch (this) {
            case Text text -> text.value();
            case Numeral numeral -> numeral.literal();
            case Truth truth -> Boolean.toString(truth.value());
            case Nothing _, Items _, Fields _ -> "";
        };
    }

    /** The scalar at a path written as in RFC 6901, empty when there is none. For places that are not on the hot path. */
    default String scalarAt(String pointer) {
        return JsonPath.of(pointer).in(this).map(JsonValue::scalar).orElse("");
    }

    /** The members of an object; none for anything else. */
    default Map<String, JsonValue> members() {
        return this instanceof Fields fields ? fields.values() : Map.of();
    }

    /** The elements of a list; none for anything else. */
    default List<JsonValue> elements() {
        return this instanceof Items items ? items.values() : List.of();
    }
}
