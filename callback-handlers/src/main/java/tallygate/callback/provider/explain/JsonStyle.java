package tallygate.callback.provider.explain;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.JsonWriter;

/**
 * A way in which common libraries print JSON.
 *
 * @param indent blanks a level, 0 for one line
 * @param afterColon what follows a colon
 * @param afterComma what follows a comma on one line
 * @param isAscii everything beyond ASCII is escaped
 * @param escapesSlash a slash is escaped, as PHP does
 * @param padsDecimals numbers with decimals have two
 */
record JsonStyle(
        String words,
        int indent,
        String afterColon,
        String afterComma,
        boolean isAscii,
        boolean escapesSlash,
        boolean padsDecimals) {
    private static final JsonStyle COMPACT = new JsonStyle("without blanks", 0, "", "", false, false, false);

    /** Libraries by their usual output. */
    static final List<JsonStyle> ALL = List.of(
            COMPACT,
            new JsonStyle("without blanks, in ASCII", 0, "", "", true, false, false),
            new JsonStyle("without blanks, slashes escaped", 0, "", "", false, true, false),
            new JsonStyle("without blanks, in ASCII, slashes escaped", 0, "", "", true, true, false),
            new JsonStyle("without blanks, amounts with two decimals", 0, "", "", false, false, true),
            new JsonStyle("with blanks after colons and commas", 0, " ", " ", false, false, false),
            new JsonStyle("with blanks after colons and commas, in ASCII", 0, " ", " ", true, false, false),
            new JsonStyle(
                    "with blanks after colons and commas, amounts with two decimals", 0, " ", " ", false, false, true),
            new JsonStyle("indented by two", 2, " ", "", false, false, false),
            new JsonStyle("indented by two, in ASCII", 2, " ", "", true, false, false),
            new JsonStyle("indented by four", 4, " ", "", false, false, false),
            new JsonStyle("indented by four, slashes escaped, in ASCII", 4, " ", "", true, true, false));

    String write(JsonValue value) {
        return text(value, 1);
    }

    private String text(JsonValue value, int level) {
        return switch (value) {
            case JsonValue.Text text -> quoted(text.value());
            case JsonValue.Numeral numeral -> number(numeral.literal());
            case JsonValue.Truth truth -> Boolean.toString(truth.value());
            case JsonValue.Nothing _ -> "null";
            case JsonValue.Items items ->
                list(items.values().stream().map(v -> text(v, level + 1)).toList(), "[", "]", level);
            case JsonValue.Fields fields -> {
                List<String> members = new ArrayList<>();
                fields.values()
                        .forEach((name, member) ->
                                members.add(quoted(name) + ":" + afterColon + text(member, level + 1)));
                yield list(members, "{", "}", level);
            }
        };
    }

    private String list(List<String> parts, String open, String close, int level) {
        if (parts.isEmpty()) {
            return open + close;
        }
        String between = indent == 0 ? "," + afterComma : ",\n" + " ".repeat(indent * level);
        StringJoiner joiner = new StringJoiner(between);
        parts.forEach(joiner::add);
        return indent == 0
                ? open + joiner + close
                : open + "\n" + " ".repeat(indent * level) + joiner + "\n" + " ".repeat(indent * (level - 1)) + close;
    }

    private String number(String literal) {
        if (!padsDecimals || !literal.contains(".") || literal.contains("e") || literal.contains("E")) {
            return literal;
        }
        BigDecimal number = new BigDecimal(literal);
        return number.scale() < 2 ? number.setScale(2, RoundingMode.UNNECESSARY).toPlainString() : literal;
    }

    private String quoted(String text) {
        StringBuilder out = new StringBuilder();
        JsonWriter.appendText(out, text);
        String quoted = escapesSlash ? out.toString().replace("/", "\\/") : out.toString();
        return isAscii ? ascii(quoted) : quoted;
    }

    private static String ascii(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 128) {
                out.append(c);
            } else {
                out.append("\\u").append(HexFormat.of().toHexDigits(c));
            }
        }
        return out.toString();
    }
}
