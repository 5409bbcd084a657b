package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The full texts of ids that stand as digests in their columns: {@code column=text} lines, for most tasks none. */
final class Overlong {
    private final StringBuilder lines = new StringBuilder(0);

    /** What the column holds; the text is added when that is only its digest. */
    byte[] column(String column, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (Keys.isAsItIs(text, bytes)) {
            return bytes;
        }
        add(column, text);
        return Keys.digestColumn(text);
    }

    /** The same for a text column. */
    String text(String column, String text) {
        if (Keys.isAsItIs(text)) {
            return text;
        }
        add(column, text);
        return Keys.text(text);
    }

    private void add(String column, String text) {
        lines.append(column).append('=');
        escape(text);
        lines.append('\n');
    }

    /** Half a surrogate pair is written out: UTF-8 cannot say it. */
    private void escape(String text) {
        StringBuilder plain = new StringBuilder(text.length() + 16);
        RequestBytes.escape(text, plain);
        if (Keys.isWellFormed(text)) {
            lines.append(plain);
            return;
        }
        for (int i = 0; i < plain.length(); i++) {
            char unit = plain.charAt(i);
            if (Character.isSurrogate(unit)) {
                lines.append("\\u").append(Integer.toHexString(unit));
            } else {
                lines.append(unit);
            }
        }
    }

    byte @Nullable [] bytes() {
        return lines.isEmpty() ? null : lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The full text of a column, or what the column holds when there is none. */
    static String text(String column, String held, byte @Nullable [] overlong) {
        if (overlong == null || !Keys.isDigest(held)) {
            return held;
        }
        return new String(overlong, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(column + "="))
                .findFirst()
                .map(line -> unescape(line.substring(column.length() + 1)))
                .orElse(held);
    }

    private static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        int from = 0;
        for (int at = next(text, 0); at >= 0; at = next(text, from)) {
            plain.append(RequestBytes.unescape(text.substring(from, at)));
            plain.append((char) Integer.parseInt(text.substring(at + 2, at + 6), 16));
            from = at + 6;
        }
        return plain.append(RequestBytes.unescape(text.substring(from))).toString();
    }

    /** The next written-out unit, stepping over escaped backslashes. */
    private static int next(String text, int from) {
        for (int i = from; i + 1 < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                if (text.charAt(i + 1) == 'u') {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }
}
