package tallygate.gateway.reconcile.statement;

import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.Map;

/**
 * How the columns of some table of an operator's own are to be understood.
 *
 * @param columns the table's names by ours: {@code transaction, time, amount} are needed; {@code order, original, refund, kind,
 *     currency, status, fee, merchant, net, payout, test} may be
 * @param kinds what the words in the kind column mean; a word that is not there is {@link RowKind#OTHER}; without a kind
 *     column a negative amount is a refund and any other a payment
 * @param unit what amounts count
 * @param currency for tables without such a column; empty: the column is needed
 * @param timePattern as {@link java.time.format.DateTimeFormatter} has it; empty: ISO 8601 with an offset
 */
public record CsvMapping(
        Map<String, String> columns,
        Map<String, RowKind> kinds,
        Unit unit,
        String currency,
        Charset charset,
        char separator,
        String timePattern,
        ZoneId zone) {
    /** What a number in the amount column counts. */
    public enum Unit {
        /** Euros, yuan, yen: with a point where there are decimals. */
        MAJOR,
        /** Cents, fen, yen: whole numbers by ISO 4217. */
        MINOR,
        /** Hundredths in every currency. */
        HUNDREDTHS
    }

    public CsvMapping {
        columns = Map.copyOf(columns);
        kinds = Map.copyOf(kinds);
        for (String needed : new String[] {"transaction", "time", "amount"}) {
            if (!columns.containsKey(needed)) {
                throw new IllegalArgumentException("the mapping names no column for " + needed);
            }
        }
        if (currency.isEmpty() && !columns.containsKey("currency")) {
            throw new IllegalArgumentException("the mapping names neither a currency nor a column for it");
        }
    }
}
