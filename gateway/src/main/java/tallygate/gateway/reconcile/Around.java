package tallygate.gateway.reconcile;

import java.util.OptionalLong;

/**
 * What statements of an account say beyond a row itself.
 *
 * @param otherAmount of the same movement in another row, in minor units
 * @param firstPayment the first transaction that paid the same order and was not undone; empty when there is none
 * @param paidMinor what was paid by the payment that a refund belongs to
 * @param refundedMinor what was refunded of that payment, with this row
 * @param notCapturedMinor what was taken off this payment because it was not captured
 */
public record Around(
        OptionalLong otherAmount,
        String firstPayment,
        OptionalLong paidMinor,
        long refundedMinor,
        long notCapturedMinor) {
    /** Statements say nothing more. */
    static final Around NOTHING = new Around(OptionalLong.empty(), "", OptionalLong.empty(), 0, 0);

    /** Nothing was taken off. */
    public Around(OptionalLong otherAmount, String firstPayment, OptionalLong paidMinor, long refundedMinor) {
        this(otherAmount, firstPayment, paidMinor, refundedMinor, 0);
    }
}
