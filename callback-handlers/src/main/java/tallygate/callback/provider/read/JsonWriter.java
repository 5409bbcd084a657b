package tallygate.callback.provider.read;

import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;

/** Writes a JSON value without blanks: members in their order, numbers in their own text. */
public final class JsonWriter {
    private JsonWriter() {}

    public static String write(JsonValue value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, JsonValue value) {
        switch (value) {
            case JsonValue.Text text -> appendText(out, text.value());
            case JsonValue.Numeral numeral -> out.append(numeral.literal());
            case JsonValue.Truth truth -> out.append(truth.value());
            case JsonValue.Nothing _ -> out.append("null");
            case JsonValue.Items items -> appendItems(out, items.values().iterator());
            case JsonValue.Fields fields ->
                appendFields(out, fields.values().entrySet().iterator());
        }
    }

    private static void appendItems(StringBuilder out, Iterator<JsonValue> values) {
        out.append('[');
        while (values.hasNext()) {
            append(out, values.next());
            out.append(values.hasNext() ? "," : "");
        }
        out.append(']');
    }

    private static void appendFields(StringBuilder out, Iterator<Map.Entry<String, JsonValue>> fields) {
        out.append('{');
        while (fields.hasNext()) {
            Map.Entry<String, JsonValue> field = fields.next();
            appendText(out, field.getKey());
            out.append(':');
            append(out, field.getValue());
            out.append(fields.hasNext() ? "," : "");
        }
        out.append('}');
    }

    /** Appends a text in quotes, with the escapes that RFC 8259 demands and no others. */
    public static void appendText(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || (Character.isSurrogate(c) && isLone(text, i))) {
                out.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static boolean isLone(String text, int at) {
        char c = text.charAt(at);
        return Character.isHighSurrogate(c)
                ? at + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
                : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
    }
}
