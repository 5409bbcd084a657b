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
 */
public record StatementRow(
        long line,
        RowKind kind,
        RowIds ids,
        long grossMinor,
        String currency,
        Fee fee,
        String status,
        Instant occurredAt) {
    public StatementRow {
        if (grossMinor < 0) {
            throw new IllegalArgumentException("a gross amount is at least 0, got " + grossMinor);
        }
    }
}
