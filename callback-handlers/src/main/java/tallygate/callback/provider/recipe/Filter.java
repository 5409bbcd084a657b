package tallygate.callback.provider.recipe;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tallygate.callback.provider.read.Minifier;
import tallygate.signature.HashAlgorithm;

/** What a template does with a value before it is used: {@code upper}, {@code sha256}, {@code hex} and so on. */
@FunctionalInterface
interface Filter {
    byte[] apply(byte[] value);

    Map<String, Filter> PLAIN = Map.ofEntries(
            Map.entry("upper", text(t -> t.toUpperCase(Locale.ROOT))),
            Map.entry("lower", text(t -> t.toLowerCase(Locale.ROOT))),
            Map.entry("reverse", text(t -> new StringBuilder(t).reverse().toString())),
            Map.entry("last-slash", text(t -> t.substring(t.lastIndexOf('/') + 1))),
            Map.entry("trim-zero", text(Filter::withoutSecondZero)),
            Map.entry("url-encode", text(t -> URLEncoder.encode(t, StandardCharsets.UTF_8))),
            Map.entry("json-escape", text(Filter::jsonEscaped)),
            Map.entry("minify", Minifier::minify),
            Map.entry("md5", HashAlgorithm.MD5::of),
            Map.entry("sha1", HashAlgorithm.SHA1::of),
            Map.entry("sha256", HashAlgorithm.SHA256::of),
            Map.entry("sha384", HashAlgorithm.SHA384::of),
            Map.entry("sha512", HashAlgorithm.SHA512::of),
            Map.entry("hex", bytes -> utf8(HexFormat.of().formatHex(bytes))),
            Map.entry("base64", bytes -> Base64.getEncoder().encode(bytes)));

    Map<String, Function<String, Filter>> WITH_ARGUMENT = Map.of(
            "before", mark -> text(t -> t.contains(mark) ? t.substring(0, t.indexOf(mark)) : t),
            "after", mark -> text(t -> t.contains(mark) ? t.substring(t.indexOf(mark) + mark.length()) : ""),
            "prepend", head -> text(t -> t.isEmpty() ? t : head + t));

    /** @throws IllegalArgumentException when the filter is not known */
    static Filter parse(String text) {
        int bracket = text.indexOf('(');
        if (bracket > 0 && text.endsWith(")")) {
            Function<String, Filter> maker = WITH_ARGUMENT.get(text.substring(0, bracket));
            if (maker != null) {
                return maker.apply(text.substring(bracket + 1, text.length() - 1));
            }
        }
        Filter plain = PLAIN.get(text);
        if (plain == null) {
            throw new IllegalArgumentException("'" + text + "' is not a filter; known are "
                    + String.join(", ", PLAIN.keySet().stream().sorted().toList()) + " and "
                    + String.join(
                            "(…), ", WITH_ARGUMENT.keySet().stream().sorted().toList()) + "(…)");
        }
        return plain;
    }

    private static Filter text(UnaryOperator<String> change) {
        return bytes -> utf8(change.apply(new String(bytes, StandardCharsets.UTF_8)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** PayU Latam's rule: two decimals, but one when the second is zero. */
    private static String withoutSecondZero(String amount) {
        try {
            BigDecimal value = new BigDecimal(amount);
            BigDecimal two = value.scale() < 2 ? value.setScale(2) : value;
            boolean endsInZero = two.scale() == 2
                    && two.unscaledValue().mod(java.math.BigInteger.TEN).signum() == 0;
            return endsInZero ? two.setScale(1).toPlainString() : two.toPlainString();
        } catch (NumberFormatException e) {
            return amount;
        }
    }

    /** As PHP's {@code json_encode} with unescaped slashes and Unicode writes the inside of a string. */
    private static String jsonEscaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\u2028' -> out.append("\\u2028");
                case '\u2029' -> out.append("\\u2029");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.toString();
    }
}
