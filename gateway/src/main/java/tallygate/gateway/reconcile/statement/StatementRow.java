package tallygate.gateway.reconcile.statement;

import java.time.Instant;

/**
 * One movement of a statement in our words.
 *
 * @param line where it stands in the file, from 1, for people
 * @param grossMinor what the payer paid or got back, in minor units of the currency, at least 0
 * @param currency ISO 4217
 * @param status the provider's own word
 * @param occurredAt by the provider's clock
 * @param settlement what it comes to for the merchant
 */
public record StatementRow(
        long line,
        RowKind kind,
        RowIds ids,
        long grossMinor,
        String currency,
        Fee fee,
        String status,
        Instant occurredAt,
        Settlement settlement) {
    /** Of a statement that says nothing of what the merchant gets. */
    public StatementRow(
            long line,
            RowKind kind,
            RowIds ids,
            long grossMinor,
            String currency,
            Fee fee,
            String status,
            Instant occurredAt) {
        this(line, kind, ids, grossMinor, currency, fee, status, occurredAt, Settlement.UNSAID);
    }

    public StatementRow {
        if (grossMinor < 0) {
            throw new IllegalArgumentException("a gross amount is at least 0, got " + grossMinor);
        }
    }
}
