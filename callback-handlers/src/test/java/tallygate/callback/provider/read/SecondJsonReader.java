package tallygate.callback.provider.read;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON by RFC 8259 and nothing besides, written down a second time: slow, recursive, without a library. Text is a string, a number
 * is its own spelling, and a name that stands twice is refused.
 */
final class SecondJsonReader {
    private final String text;
    private int at;

    private SecondJsonReader(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException when it is no JSON */
    static Object read(String text) {
        var reader = new SecondJsonReader(text);
        reader.blanks();
        Object value = reader.value();
        reader.blanks();
        if (reader.at != text.length()) {
            throw reader.wrong();
        }
        return value;
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> fields();
            case '[' -> items();
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        blanks();
        while (peek() != '}') {
            String name = string();
            blanks();
            take(':');
            blanks();
            if (fields.put(name, value()) != null) {
                throw wrong();
            }
            separator('}');
        }
        at++;
        return fields;
    }

    private List<Object> items() {
        List<Object> items = new ArrayList<>();
        at++;
        blanks();
        while (peek() != ']') {
            items.add(value());
            separator(']');
        }
        at++;
        return items;
    }

    private void separator(char end) {
        blanks();
        if (peek() == ',') {
            at++;
            blanks();
            if (peek() == end) {
                throw wrong();
            }
        } else if (peek() != end) {
            throw wrong();
        }
    }

    private String string() {
        take('"');
        var made = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c < ' ') {
                throw wrong();
            }
            made.append(c == '\\' ? escaped() : c);
        }
        at++;
        return made.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
                    throw wrong();
                }
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> throw wrong();
        };
    }

    private String number() {
        int from = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(from, at);
        if (!number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
            throw wrong();
        }
        return number;
    }

    private String word(String word) {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return word;
    }

    private void take(char wanted) {
        if (peek() != wanted) {
            throw wrong();
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong();
        }
        return text.charAt(at);
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at " + at);
    }
}
