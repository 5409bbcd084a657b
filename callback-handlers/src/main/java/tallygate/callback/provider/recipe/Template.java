package tallygate.callback.provider.recipe;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.provider.read.UnreadableException;

/**
 * A text with holes, taken apart once. A hole is an expression in braces, {@code source|filter}, or a group in round brackets
 * inside braces; a segment in double square brackets is dropped when a value in it is empty; two opening braces are one brace.
 *
 * @param words every source word used, with its argument
 * @param written as the definition has it, for its page; empty for what stands inside another template
 */
record Template(List<Part> parts, Set<String> words, String written) {
    Template {
        parts = List.copyOf(parts);
        words = Set.copyOf(words);
    }

    sealed interface Part {
        record Literal(byte[] bytes) implements Part {}

        record Value(Source source, List<Filter> filters) implements Part {
            public Value {
                filters = List.copyOf(filters);
            }
        }

        record Group(Template inside, List<Filter> filters) implements Part {
            public Group {
                filters = List.copyOf(filters);
            }
        }

        record Segment(Template inside) implements Part {}
    }

    /** @throws IllegalArgumentException when the text is not a template */
    static Template parse(String text) {
        return new TemplateParser(text).whole();
    }

    boolean uses(String word) {
        return words.contains(word);
    }

    /** The pieces one after the other; the body is handed on as it is, not copied. */
    byte[][] render(Scope scope) throws UnreadableException {
        List<byte[]> out = new ArrayList<>(parts.size());
        renderInto(out, scope);
        return out.toArray(byte[][]::new);
    }

    /** Adds the pieces; false when a value outside of segments is empty. */
    private boolean renderInto(List<byte[]> out, Scope scope) throws UnreadableException {
        boolean isWhole = true;
        for (Part part : parts) {
            switch (part) {
                case Part.Literal literal -> out.add(literal.bytes());
                case Part.Value value -> {
                    byte[] bytes = value.source().bytes(scope);
                    isWhole &= bytes.length > 0;
                    out.add(filtered(bytes, value.filters()));
                }
                case Part.Group group -> {
                    List<byte[]> inside = new ArrayList<>();
                    isWhole &= group.inside().renderInto(inside, scope);
                    out.add(filtered(joined(inside), group.filters()));
                }
                case Part.Segment segment -> {
                    List<byte[]> inside = new ArrayList<>();
                    if (segment.inside().renderInto(inside, scope)) {
                        out.addAll(inside);
                    }
                }
            }
        }
        return isWhole;
    }

    String text(Scope scope) throws UnreadableException {
        if (parts.isEmpty()) {
            return "";
        }
        if (parts.size() == 1
                && parts.getFirst() instanceof Part.Value value
                && value.filters().isEmpty()) {
            return value.source().text(scope);
        }
        List<byte[]> out = new ArrayList<>(parts.size());
        renderInto(out, scope);
        return string(out);
    }

    /** The text, or nothing when a value outside of segments is empty. */
    Optional<String> ifWhole(Scope scope) throws UnreadableException {
        if (parts.size() == 1
                && parts.getFirst() instanceof Part.Value value
                && value.filters().isEmpty()) {
            String text = value.source().text(scope);
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        }
        List<byte[]> out = new ArrayList<>(parts.size());
        return renderInto(out, scope) ? Optional.of(string(out)).filter(t -> !t.isEmpty()) : Optional.empty();
    }

    /** The pointer that the template consists of, when it is one and nothing else. */
    Optional<Sources.Pointer> solePointer() {
        return parts.size() == 1
                        && parts.getFirst() instanceof Part.Value value
                        && value.filters().isEmpty()
                        && value.source() instanceof Sources.Pointer pointer
                ? Optional.of(pointer)
                : Optional.empty();
    }

    private static byte[] filtered(byte[] bytes, List<Filter> filters) {
        byte[] value = bytes;
        for (Filter filter : filters) {
            value = filter.apply(value);
        }
        return value;
    }

    private static String string(List<byte[]> pieces) {
        return new String(joined(pieces), StandardCharsets.UTF_8);
    }

    static byte[] joined(List<byte[]> pieces) {
        if (pieces.size() == 1) {
            return pieces.getFirst();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            out.writeBytes(piece);
        }
        return out.toByteArray();
    }
}
