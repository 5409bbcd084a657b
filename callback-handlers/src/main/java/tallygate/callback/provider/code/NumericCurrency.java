package tallygate.callback.provider.code;

import java.util.Currency;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** ISO 4217 currencies by their three digits, which some card systems use. */
final class NumericCurrency {
    /** Codes that ISO 4217 gave up may share their digits with a code in use: the one in use counts. */
    private static final Set<String> USUAL = Set.of("EUR", "USD", "GBP", "CNY", "JPY", "HKD", "TWD", "KRW", "RUB");

    private static final Map<String, String> LETTERS = Currency.getAvailableCurrencies().stream()
            .filter(currency -> currency.getNumericCode() > 0)
            .collect(Collectors.toUnmodifiableMap(
                    NumericCurrency::digitsOf,
                    Currency::getCurrencyCode,
                    (one, other) -> USUAL.contains(other) ? other : one));

    private static final Map<String, String> DIGITS = LETTERS.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey, (one, other) -> one));

    private NumericCurrency() {}

    private static String digitsOf(Currency currency) {
        String digits = "00" + currency.getNumericCode();
        return digits.substring(digits.length() - 3);
    }

    /** {@code EUR} for {@code 978}; letters stay what they are, unknown digits are no currency. */
    static String letters(String code) {
        boolean isNumeric = !code.isEmpty() && code.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumeric ? LETTERS.getOrDefault(code, "") : code;
    }

    /** {@code 978} for {@code EUR}; unknown letters stay what they are. */
    static String digits(String letters) {
        return DIGITS.getOrDefault(letters, letters);
    }
}
