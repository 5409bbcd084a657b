package tallygate.gateway.reconcile.statement;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;

/** Amounts as files write them, to minor units, without ever rounding. */
final class Amount {
    private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{1,15}(\\.\\d{1,10})?");
    private static final Pattern EXPONENT = Pattern.compile("[+-]?\\d+(\\.\\d+)?[eE][+-]?\\d+");

    private Amount() {}

    /** @param what the column, for messages */
    static BigDecimal decimal(String what, String text) throws BadRowException {
        if (!DECIMAL.matcher(text).matches()) {
            throw new BadRowException(what + " is no amount: '" + shown(text) + "'"
                    + (EXPONENT.matcher(text).matches()
                            ? "; a spreadsheet has rewritten the file, take the original"
                            : ""));
        }
        return new BigDecimal(text);
    }

    /** Major units to minor units of the currency. Negative amounts stay negative. */
    static long minor(String what, String text, String currency) throws BadRowException {
        BigDecimal amount = decimal(what, text);
        try {
            return amount.movePointRight(decimals(currency)).longValueExact();
        } catch (ArithmeticException _) {
            throw new BadRowException(what + " " + text + " is no whole number of minor units of " + currency);
        }
    }

    /** Two decimals in every currency, whatever ISO 4217 says, as one provider writes its files. */
    static long hundredths(String what, String text, String currency) throws BadRowException {
        BigDecimal amount = decimal(what, text).movePointLeft(2);
        return minor(what, amount.toPlainString(), currency);
    }

    /** A count of minor units, which a fee may have parts of, in major units. */
    static BigDecimal ofMinor(String what, String text, String currency) throws BadRowException {
        return decimal(what, text).movePointLeft(decimals(currency));
    }

    static BigDecimal major(long minor, String currency) throws BadRowException {
        return BigDecimal.valueOf(minor).movePointLeft(decimals(currency));
    }

    private static int decimals(String currency) throws BadRowException {
        try {
            int digits = Currency.getInstance(currency).getDefaultFractionDigits();
            if (digits >= 0) {
                return digits;
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw new BadRowException("'" + shown(currency) + "' is no ISO 4217 currency with minor units");
    }

    /** An id must be a plain word: what a spreadsheet made of a long number no longer names anything. */
    static String id(String what, String text) throws BadRowException {
        if (EXPONENT.matcher(text).matches()) {
            throw new BadRowException(
                    what + " is '" + shown(text) + "': a spreadsheet has rewritten the file, take the original");
        }
        return text;
    }

    private static String shown(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
