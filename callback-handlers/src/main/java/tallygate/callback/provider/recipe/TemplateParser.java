package tallygate.callback.provider.recipe;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes a template's text apart. */
final class TemplateParser {
    private final String text;
    private final Set<String> words = new HashSet<>();
    private int at;

    TemplateParser(String text) {
        this.text = text;
    }

    Template whole() {
        if (!text.contains("{") && Sources.isExpression(text)) {
            return new Template(List.of(value(text)), words, text);
        }
        List<Template.Part> parts = parts("");
        return new Template(parts, words, text);
    }

    /** Reads until the closing mark, or to the end when there is none. */
    private List<Template.Part> parts(String closing) {
        List<Template.Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        while (at < text.length()) {
            if (!closing.isEmpty() && text.startsWith(closing, at)) {
                flush(literal, parts);
                at += closing.length();
                return parts;
            }
            if (text.startsWith("{{", at)) {
                literal.append('{');
                at += 2;
            } else if (text.startsWith("[[", at)) {
                flush(literal, parts);
                at += 2;
                parts.add(new Template.Part.Segment(new Template(parts("]]"), words, "")));
            } else if (text.startsWith("{(", at)) {
                flush(literal, parts);
                at += 2;
                List<Template.Part> inside = parts(")");
                parts.add(new Template.Part.Group(new Template(inside, words, ""), filters(upToBrace())));
            } else if (text.charAt(at) == '{') {
                flush(literal, parts);
                at++;
                parts.add(value(upToBrace()));
            } else {
                literal.append(text.charAt(at++));
            }
        }
        if (!closing.isEmpty()) {
            throw new IllegalArgumentException("'" + closing + "' is missing in '" + text + "'");
        }
        flush(literal, parts);
        return parts;
    }

    private String upToBrace() {
        int end = text.indexOf('}', at);
        if (end < 0) {
            throw new IllegalArgumentException("'}' is missing in '" + text + "'");
        }
        String inside = text.substring(at, end);
        at = end + 1;
        return inside;
    }

    private Template.Part value(String expression) {
        int bar = expression.indexOf('|');
        String word = bar < 0 ? expression : expression.substring(0, bar);
        words.add(word);
        return new Template.Part.Value(Sources.parse(word), filters(bar < 0 ? "" : expression.substring(bar)));
    }

    private static List<Filter> filters(String text) {
        List<Filter> filters = new ArrayList<>();
        if (text.isEmpty()) {
            return filters;
        }
        if (text.charAt(0) != '|') {
            throw new IllegalArgumentException("a filter begins with '|', was '" + text + "'");
        }
        for (String name : text.substring(1).split("\\|", -1)) {
            filters.add(Filter.parse(name));
        }
        return filters;
    }

    private static void flush(StringBuilder literal, List<Template.Part> parts) {
        if (!literal.isEmpty()) {
            parts.add(new Template.Part.Literal(literal.toString().getBytes(StandardCharsets.UTF_8)));
            literal.setLength(0);
        }
    }
}
