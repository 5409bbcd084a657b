package tallygate.config.key;

import java.util.Map;
import java.util.Optional;
import tallygate.config.source.Node;
import tallygate.config.source.Problems;

/** The type of a key: how its value is read, shown and described. */
public interface Kind<T> {
    /** Empty when something is wrong, which then stands in {@code problems}. */
    Optional<T> read(Node node, String path, Problems problems);

    /** The value in one way of writing, without what may be a secret in it. */
    String show(T value);

    /** The whole value in one way of writing, the same for equal values and for no others; shown to nobody. */
    default String whole(T value) {
        return show(value);
    }

    /** What may be written: type and bounds. */
    Words allowed();

    /** The JSON Schema of what may be written. */
    Map<String, Object> schema();

    /** True when the value must not be shown anywhere. */
    default boolean isSecret() {
        return false;
    }
}
