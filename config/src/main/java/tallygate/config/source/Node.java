package tallygate.config.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A part of the configuration before anybody gave it a meaning. It never prints what it holds: it may be secret. */
public sealed interface Node {
    Origin origin();

    /**
     * A single value.
     *
     * @param text with placeholders filled in
     * @param written as it stands in the file: what may be shown when the key is not secret
     * @param isQuoted true when the text was quoted, so that {@code "null"} is a text and not nothing
     */
    record Scalar(String text, String written, boolean isQuoted, Origin origin) implements Node {
        public static Scalar of(String text, Origin origin) {
            return new Scalar(text, text, true, origin);
        }

        /** True for nothing after the colon, {@code ~} and {@code null}. */
        public boolean isNothing() {
            return !isQuoted && List.of("", "~", "null", "Null", "NULL").contains(text);
        }

        @Override
        public String toString() {
            return "Scalar[" + origin + "]";
        }
    }

    record Sequence(List<Node> items, Origin origin) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    record Mapping(Map<String, Member> members, Origin origin) implements Node {
        public Mapping {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        @Override
        public String toString() {
            return "Mapping[" + origin + ", " + members.keySet() + "]";
        }
    }

    /** A value that could not be had; the problem has been reported already. */
    record Broken(Origin origin) implements Node {}

    /** A key's value, and where the key stands. */
    record Member(Origin keyOrigin, Node value) {}
}
