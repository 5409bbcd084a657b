package tallygate.gateway.task;

import java.util.OptionalLong;

/**
 * What does not agree. Found again, it is the same discrepancy when source, reference and kind are the same.
 *
 * @param kind a stable word of at most 32 characters, such as {@code callback-missing} or {@code effect-missing}
 * @param source the provider account
 * @param reference what it is about: the provider's transaction, the event or the task; never empty
 * @param statement where it was found: a file, a bill day, {@code probe}; at most 255 characters are kept
 * @param task the task it is about; empty when there is none
 * @param bizId the merchant's order id; empty when unknown
 * @param oursMinor what we have, in minor units of the currency; empty when we have nothing
 * @param theirsMinor what the provider says, in minor units of the currency; empty when it says nothing
 * @param currency ISO 4217; empty when no amount is involved
 * @param detail a sentence for the person who settles it; no secrets, no payload; at most 1000 characters are kept
 */
public record DiscrepancyFinding(
        String kind,
        String source,
        String reference,
        String statement,
        OptionalLong task,
        String bizId,
        OptionalLong oursMinor,
        OptionalLong theirsMinor,
        String currency,
        String detail) {
    public DiscrepancyFinding {
        if (kind.isBlank() || kind.length() > 32) {
            throw new IllegalArgumentException("a discrepancy's kind has 1..32 characters, got '" + kind + "'");
        }
        if (source.isEmpty() || reference.isEmpty()) {
            throw new IllegalArgumentException("a discrepancy of kind " + kind + " needs a source and a reference");
        }
        if (currency.length() > 16) {
            throw new IllegalArgumentException("a currency has at most 16 characters, got " + currency.length());
        }
    }

    /** One that is about a task and no amounts, such as an effect that a probe does not see. */
    public static DiscrepancyFinding ofTask(String kind, TaskRow task, String foundBy, String detail) {
        return new DiscrepancyFinding(
                kind,
                task.source(),
                task.id().toString(),
                foundBy,
                OptionalLong.of(task.id().value()),
                task.bizId(),
                task.amountMinor(),
                OptionalLong.empty(),
                task.currency(),
                detail);
    }
}
