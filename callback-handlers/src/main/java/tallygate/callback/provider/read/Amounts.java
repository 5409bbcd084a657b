package tallygate.callback.provider.read;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Amounts as providers write them, turned into ISO 4217 minor units without a floating-point number on the way.
 *
 * @param decimals currencies whose decimals this provider counts otherwise than ISO 4217, by code
 */
public record Amounts(AmountUnit unit, Map<String, Integer> decimals) {
    private static final int DECIMALS_USUAL = 2;
    /** So many digits fit into a long, whatever they are. */
    private static final int LONG_DIGITS = 18;

    private static final Pattern PLAIN = Pattern.compile("-?[0-9]{1,18}(?:\\.[0-9]{1,9})?");

    public Amounts {
        decimals = Map.copyOf(decimals);
    }

    public static Amounts in(AmountUnit unit) {
        return new Amounts(unit, Map.of());
    }

    /** The code in upper case when it has the shape of one, else empty. */
    public static String currency(String written) {
        String code = written.strip().toUpperCase(Locale.ROOT);
        return code.length() == 3 && isLetter(code.charAt(0)) && isLetter(code.charAt(1)) && isLetter(code.charAt(2))
                ? code
                : "";
    }

    private static boolean isLetter(char c) {
        return c >= 'A' && c <= 'Z';
    }

    /** The decimals of an ISO 4217 code; nothing for a code that is none. */
    public static OptionalInt isoDecimals(String code) {
        try {
            int digits = Currency.getInstance(code).getDefaultFractionDigits();
            return digits < 0 ? OptionalInt.empty() : OptionalInt.of(digits);
        } catch (IllegalArgumentException e) {
            return OptionalInt.empty();
        }
    }

    /**
     * The amount in ISO 4217 minor units; nothing when the text is no plain decimal, has more decimals than the currency can
     * hold, or when the unit needs a currency and none is known. Never rounded.
     *
     * @param currency ISO 4217 code in upper case, empty when unknown
     */
    public OptionalLong minor(String text, String currency) {
        if (unit == AmountUnit.MINOR && isShortNumber(text) && !decimals.containsKey(currency)) {
            return OptionalLong.of(Long.parseLong(text));
        }
        if (!PLAIN.matcher(text).matches()) {
            return OptionalLong.empty();
        }
        BigDecimal written = new BigDecimal(text);
        OptionalInt iso = isoDecimals(currency);
        if (iso.isEmpty()) {
            return unit == AmountUnit.MINOR && written.scale() == 0 ? exactly(written) : OptionalLong.empty();
        }
        int own = decimals.getOrDefault(currency, iso.getAsInt());
        return switch (unit) {
            case MINOR -> written.scale() == 0 ? shifted(written, iso.getAsInt() - own) : OptionalLong.empty();
            case HUNDREDTHS ->
                written.scale() == 0 ? shifted(written, iso.getAsInt() - DECIMALS_USUAL) : OptionalLong.empty();
            case MAJOR ->
                written.scale() <= Math.max(DECIMALS_USUAL, iso.getAsInt())
                        ? shifted(written, iso.getAsInt())
                        : OptionalLong.empty();
        };
    }

    /** Most amounts are: no decimal number is made of them. */
    private static boolean isShortNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= LONG_DIGITS;
    }

    /** The text that this provider would write for an amount in minor units. */
    public String text(long minor, String currency) {
        int iso = isoDecimals(currency).orElse(DECIMALS_USUAL);
        int own = decimals.getOrDefault(currency, iso);
        BigDecimal major = BigDecimal.valueOf(minor, iso);
        return switch (unit) {
            case MINOR -> major.movePointRight(own).toBigInteger().toString();
            case HUNDREDTHS ->
                major.movePointRight(DECIMALS_USUAL).toBigInteger().toString();
            case MAJOR -> major.toPlainString();
        };
    }

    private static OptionalLong shifted(BigDecimal written, int places) {
        return exactly(written.movePointRight(places));
    }

    private static OptionalLong exactly(BigDecimal number) {
        try {
            return OptionalLong.of(number.longValueExact());
        } catch (ArithmeticException e) {
            return OptionalLong.empty();
        }
    }
}
