package tallygate.config.key;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tallygate.config.source.Node;
import tallygate.config.source.Problems;
import tallygate.config.value.UnfitException;

/**
 * A type whose values are one text.
 *
 * @param parser throws {@link UnfitException}
 * @param shower the whole value
 * @param presentable what of a text, right or wrong, may be shown
 */
record TextKind<T>(
        Function<String, T> parser,
        Function<T, String> shower,
        UnaryOperator<String> presentable,
        Words allowed,
        Map<String, Object> schema,
        boolean isSecret)
        implements Kind<T> {
    private static final int SHOWN_MAX = 80;

    static <T> TextKind<T> of(
            Function<String, T> parser, Function<T, String> shower, Words allowed, Map<String, Object> schema) {
        return new TextKind<>(parser, shower, text -> text, allowed, schema, false);
    }

    @Override
    public String show(T value) {
        return presentable.apply(shower.apply(value));
    }

    @Override
    public String whole(T value) {
        return shower.apply(value);
    }

    TextKind<T> presenting(UnaryOperator<String> part) {
        return new TextKind<>(parser, shower, part, allowed, schema, isSecret);
    }

    TextKind<T> secret() {
        return new TextKind<>(parser, _ -> "***", presentable, allowed, schema, true);
    }

    @Override
    public Optional<T> read(Node node, String path, Problems problems) {
        return switch (node) {
            case Node.Broken _ -> Optional.empty();
            case Node.Sequence _ -> wrong(node, path, problems, "is a list");
            case Node.Mapping _ -> wrong(node, path, problems, "has keys of its own");
            case Node.Scalar scalar when scalar.isNothing() -> wrong(node, path, problems, "has no value");
            case Node.Scalar scalar -> parsed(scalar, path, problems);
        };
    }

    private Optional<T> parsed(Node.Scalar scalar, String path, Problems problems) {
        try {
            return Optional.of(parser.apply(scalar.text()));
        } catch (UnfitException e) {
            boolean isAsWritten = scalar.text().equals(scalar.written());
            String hint = isSecret || !isAsWritten || e.suggestion().isEmpty()
                    ? ""
                    : "; did you mean " + e.suggestion() + "?";
            String text = shown(scalar, isAsWritten) + " " + e.getMessage() + "; allowed: " + allowed.english() + hint;
            problems.add(path, scalar.origin(), text);
            return Optional.empty();
        }
    }

    /** A value that came out of a placeholder is shown as the placeholder: it may be a secret in the wrong place. */
    private String shown(Node.Scalar scalar, boolean isAsWritten) {
        if (isSecret) {
            return "the value (not shown)";
        }
        String text = isAsWritten ? presentable.apply(scalar.text()) : scalar.written();
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        return "\"" + (line.length() > SHOWN_MAX ? line.substring(0, SHOWN_MAX) + "…" : line) + "\"";
    }

    private Optional<T> wrong(Node node, String path, Problems problems, String what) {
        problems.add(path, node.origin(), what + "; allowed: " + allowed.english());
        return Optional.empty();
    }
}
