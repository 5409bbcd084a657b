package tallygate.gateway.task;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Content of callbacks for people's eyes: card numbers keep the first six and last four digits (PCI DSS 3.4.1), card verification
 * values are dropped, names, addresses and the like keep two characters.
 */
public final class Masking {
    private static final Pattern DIGITS = Pattern.compile("(?<![0-9])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])");
    private static final String NAMES =
            "cvv2?|cvc2?|cid|csc|card_?(?:verification|security)_?(?:code|value)|security_?code|verification_?value";
    private static final String PERSONAL =
            "open_?id|union_?id|e?mail|buyer_?(?:email|id|logon_id|user_id)|payer_?(?:email|name|phone|id)|phone|mobile|telephone|full_?name|first_?name|last_?name|holder_?name|card_?holder(?:_?name)?|address|line1|line2|id_?(?:no|number)|customer_?(?:email|phone|name)";
    private static final Pattern DROPPED = field(NAMES);
    private static final Pattern SHORTENED = field(PERSONAL);

    private static final Pattern CREDENTIAL =
            Pattern.compile("(?i)(?:proxy-)?authorization|cookie|.*(?:token|secret|passw(?:or)?d|api-?key|auth-?key)");

    private Masking() {}

    /** JSON, form and XML spellings of a field; the value is group 3. */
    private static Pattern field(String names) {
        return Pattern.compile("(?i)(?:([\"&?]|^)(" + names + ")(?:\"\\s*:\\s*\"?|=))([^\"&,}\\s]{1,200})" + "|(<(?:"
                + names + ")>(?:<!\\[CDATA\\[)?)([^<\\]]{1,200})");
    }

    /** For a page. */
    public static String text(String content) {
        String dropped = replaced(DROPPED, content, _ -> "•••");
        String shortened =
                replaced(SHORTENED, dropped, value -> value.substring(0, Math.min(2, value.length())) + "••••");
        return cards(shortened);
    }

    /** The value of a header for a page: of what proves its sender by being known, only the scheme. */
    public static String header(String name, String value) {
        if (!CREDENTIAL.matcher(name).matches()) {
            return value;
        }
        int scheme = name.toLowerCase(Locale.ROOT).endsWith("authorization") ? value.indexOf(' ') : -1;
        return value.substring(0, scheme + 1) + "•••";
    }

    /** Card numbers only: for what is stored and logged, too. */
    public static String cards(String text) {
        Matcher digits = DIGITS.matcher(text);
        return digits.replaceAll(found -> Matcher.quoteReplacement(card(found.group())));
    }

    private static String replaced(Pattern pattern, String text, java.util.function.UnaryOperator<String> value) {
        return pattern.matcher(text).replaceAll(found -> {
            int group = found.group(3) != null ? 3 : 5;
            String whole = found.group();
            String before = whole.substring(0, found.start(group) - found.start());
            return Matcher.quoteReplacement(before + value.apply(found.group(group)));
        });
    }

    private static String card(String written) {
        String digits = written.replaceAll("[ -]", "");
        if (!isCard(digits)) {
            return written;
        }
        return digits.substring(0, 6) + "•".repeat(digits.length() - 10) + digits.substring(digits.length() - 4);
    }

    /** Luhn's check, and a first digit that card numbers have: ids of orders rarely pass both. */
    private static boolean isCard(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int counted = i % 2 == 0 ? digit : digit * 2;
            sum += counted > 9 ? counted - 9 : counted;
        }
        return sum % 10 == 0 && "23456".indexOf(digits.charAt(0)) >= 0;
    }
}
