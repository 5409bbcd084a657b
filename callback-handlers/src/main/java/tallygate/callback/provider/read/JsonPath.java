package tallygate.callback.provider.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JSON pointer (RFC 6901), taken apart once. One extension: a step {@code *} takes the only or first member of an object or
 * the first element of a list, and {@code -} the last element of a list.
 */
public record JsonPath(List<String> steps) {
    public JsonPath {
        steps = List.copyOf(steps);
    }

    /** @throws IllegalArgumentException when the text is neither empty nor begins with a slash */
    public static JsonPath of(String pointer) {
        if (pointer.isEmpty()) {
            return new JsonPath(List.of());
        }
        if (pointer.charAt(0) != '/') {
            throw new IllegalArgumentException("a JSON pointer begins with '/', this one is '" + pointer + "'");
        }
        List<String> steps = new ArrayList<>();
        for (String step : pointer.substring(1).split("/", -1)) {
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return new JsonPath(steps);
    }

    /** The value that the path leads to. */
    public Optional<JsonValue> in(JsonValue root) {
        JsonValue here = root;
        for (String step : steps) {
            Optional<JsonValue> next = child(here, step);
            if (next.isEmpty()) {
                return next;
            }
            here = next.get();
        }
        return Optional.of(here);
    }

    private static Optional<JsonValue> child(JsonValue value, String step) {
        return switch (value) {
            case JsonValue.Fields fields ->
                step.equals("*")
                        ? fields.values().values().stream().findFirst()
                        : Optional.ofNullable(fields.values().get(step));
            case JsonValue.Items items -> element(items.values(), step);
            case JsonValue.Text _, JsonValue.Numeral _, JsonValue.Truth _, JsonValue.Nothing _ -> Optional.empty();
        };
    }

    private static Optional<JsonValue> element(List<JsonValue> values, String step) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        if (step.equals("-")) {
            return Optional.of(values.getLast());
        }
        if (step.equals("*")) {
            return Optional.of(values.getFirst());
        }
        boolean isIndex = !step.isEmpty() && step.length() <= 6 && step.chars().allMatch(c -> c >= '0' && c <= '9');
        int index = isIndex ? Integer.parseInt(step) : values.size();
        return index < values.size() ? Optional.of(values.get(index)) : Optional.empty();
    }

    @Override
    public String toString() {
        return steps.isEmpty() ? "" : "/" + String.join("/", steps);
    }
}
