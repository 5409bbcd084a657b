package tallygate.gateway.reconcile;

import java.util.OptionalLong;

/**
 * What statements of an account say beyond a row itself.
 *
 * @param otherAmount of the same movement in another row, in minor units
 * @param firstPayment the first payment of the same order that was not undone; empty when there is none
 * @param paidMinor what was paid by the payment that a refund belongs to
 * @param refundedMinor what was refunded of that payment, with this row
 */
public record Around(
        OptionalLong otherAmount, String firstPayment, OptionalLong paidMinor, long refundedMinor, Parts parts) {
    /**
     * What else moved for the same payment or order.
     *
     * @param notCapturedMinor what was taken off this payment because it was not captured
     * @param capturedMinor what all captures of this payment come to, where it is captured in parts; else 0
     * @param orderMinor what all payments of the order come to in the row's currency, without those that were undone
     * @param isUndone a later row undid this payment
     */
    public record Parts(long notCapturedMinor, long capturedMinor, long orderMinor, boolean isUndone) {
        /** Nothing else moved. */
        public static final Parts NONE = new Parts(0, 0, 0, false);
    }

    /** Statements say nothing more. */
    static final Around NOTHING = new Around(OptionalLong.empty(), "", OptionalLong.empty(), 0);

    /** Nothing else moved for the payment or its order. */
    public Around(OptionalLong otherAmount, String firstPayment, OptionalLong paidMinor, long refundedMinor) {
        this(otherAmount, firstPayment, paidMinor, refundedMinor, Parts.NONE);
    }
}
