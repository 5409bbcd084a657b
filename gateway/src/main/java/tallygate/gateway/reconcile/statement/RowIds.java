package tallygate.gateway.reconcile.statement;

import java.util.List;

/**
 * By what names a row is known.
 *
 * @param transaction the provider's id of this movement: of the refund in a refund's row; never empty
 * @param original the provider's id of the payment that a refund, reversal or chargeback belongs to; else empty
 * @param order the merchant's order number; empty when the row names none
 * @param refund the merchant's refund number; empty when the row names none
 * @param effects the effect keys, without the account, that a callback of this movement can carry; the first is the usual
 */
public record RowIds(String transaction, String original, String order, String refund, List<String> effects) {
    public RowIds {
        effects = List.copyOf(effects);
        if (transaction.isEmpty()) {
            throw new IllegalArgumentException("a statement row needs the provider's id");
        }
    }
}
