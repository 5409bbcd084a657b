package tallygate.callback.provider.explain;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tallygate.callback.provider.read.JsonReader;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Minifier;
import tallygate.callback.provider.read.UnreadableException;

/** What a body may have been before something on the way re-encoded it. */
public final class BodyForms {
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final Pattern PERCENT = Pattern.compile("%[0-9a-fA-F]{2}");

    private BodyForms() {}

    /** @param words what the signature fits then */
    public record Form(String words, byte[] body) {}

    /** Every form that differs from what came. */
    public static List<Form> of(byte[] came) {
        List<Form> forms = new ArrayList<>();
        ends(came, forms);
        charsets(came, forms);
        String text = new String(came, StandardCharsets.UTF_8);
        json(came, text, forms);
        form(text, forms);
        return forms.stream().filter(form -> !Arrays.equals(form.body(), came)).toList();
    }

    private static void ends(byte[] came, List<Form> forms) {
        String latin = new String(came, StandardCharsets.ISO_8859_1);
        UnaryOperator<String> unix = t -> t.replace("\r\n", "\n");
        add(forms, "the body with a line feed at its end: something trimmed it", latin + "\n");
        add(forms, "the body with CR LF at its end: something trimmed it", latin + "\r\n");
        add(forms, "the body without blanks at its ends: something added a line break", latin.strip());
        add(forms, "the body with LF for line breaks: something turned them into CR LF", unix.apply(latin));
        add(
                forms,
                "the body with CR LF for line breaks: something read it by lines",
                unix.apply(latin).replace("\n", "\r\n"));
        boolean hasBom = came.length > BOM.length && Arrays.equals(Arrays.copyOf(came, BOM.length), BOM);
        if (hasBom) {
            forms.add(new Form(
                    "the body without a byte-order mark: something added one",
                    Arrays.copyOfRange(came, BOM.length, came.length)));
        } else {
            add(
                    forms,
                    "the body with a byte-order mark: something dropped it",
                    new String(BOM, StandardCharsets.ISO_8859_1) + latin);
        }
    }

    private static void add(List<Form> forms, String words, String latin) {
        forms.add(new Form(words, latin.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static void charsets(byte[] came, List<Form> forms) {
        for (String name : List.of("ISO-8859-1", "windows-1252", "GBK")) {
            Charset charset = Charset.forName(name);
            forms.add(new Form(
                    "the body in UTF-8: something read it as " + name + " and wrote it again",
                    new String(came, StandardCharsets.UTF_8).getBytes(charset)));
            forms.add(new Form(
                    "the body in UTF-8: something turned it into " + name,
                    new String(came, charset).getBytes(StandardCharsets.UTF_8)));
            forms.add(new Form(
                    "the body in " + name + ": something turned it into UTF-8",
                    new String(came, StandardCharsets.UTF_8).getBytes(charset)));
        }
    }

    private static void json(byte[] came, String text, List<Form> forms) {
        JsonValue value;
        try {
            value = JsonReader.read(came);
        } catch (UnreadableException e) {
            return;
        }
        String words = "the same JSON ";
        forms.add(new Form(words + "without blanks: something re-serialised it", Minifier.minify(came)));
        for (JsonStyle style : JsonStyle.ALL) {
            forms.add(new Form(
                    words + style.words() + ": something re-serialised it",
                    style.write(value).getBytes(StandardCharsets.UTF_8)));
        }
        forms.add(new Form(
                words + "with its slashes unescaped: something re-serialised it",
                text.replace("\\/", "/").getBytes(StandardCharsets.UTF_8)));
    }

    private static void form(String text, List<Form> forms) {
        if (!text.contains("=") || text.startsWith("{") || text.startsWith("<")) {
            return;
        }
        String words = "the same form ";
        String again = ": something re-encoded it";
        addText(forms, words + "with %20 for blanks" + again, text.replace("+", "%20"));
        addText(forms, words + "with + for blanks" + again, text.replace("%20", "+"));
        addText(forms, words + "with %2B for plus signs" + again, text.replace("+", "%2B"));
        addText(forms, words + "with upper-case escapes" + again, escapes(text, true));
        addText(forms, words + "with lower-case escapes" + again, escapes(text, false));
        try {
            addText(forms, words + "decoded once more" + again, URLDecoder.decode(text, StandardCharsets.UTF_8));
            addText(forms, words + "encoded anew" + again, encodedAnew(text));
        } catch (IllegalArgumentException e) {
            addText(forms, words + "as it is" + again, text);
        }
    }

    private static String escapes(String text, boolean isUpper) {
        return PERCENT.matcher(text)
                .replaceAll(match -> isUpper
                        ? match.group().toUpperCase(Locale.ROOT)
                        : match.group().toLowerCase(Locale.ROOT));
    }

    private static String encodedAnew(String text) {
        List<String> pairs = new ArrayList<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            pairs.add(anew(name) + (equals < 0 ? "" : "=" + anew(value)));
        }
        return String.join("&", pairs);
    }

    private static String anew(String text) {
        return URLEncoder.encode(URLDecoder.decode(text, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static void addText(List<Form> forms, String words, String text) {
        forms.add(new Form(words, text.getBytes(StandardCharsets.UTF_8)));
    }
}
