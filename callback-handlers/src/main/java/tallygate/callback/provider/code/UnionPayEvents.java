package tallygate.callback.provider.code;

import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;

/** Reads UnionPay's notices: every payment, revocation and refund has a query id of its own. */
final class UnionPayEvents {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);
    private static final String PAYMENT = "01";
    private static final String REFUND = "04";
    private static final String REVOCATION = "31";
    private static final String DONE = "00";

    private UnionPayEvents() {}

    static PaymentEvent read(FormFields fields, byte[] content, String hold) {
        String id = fields.text("queryId");
        String type = fields.text("txnType");
        String status = fields.text("respCode");
        boolean isReturn = type.equals(REFUND) || type.equals(REVOCATION);
        EventDraft draft = new EventDraft(EventIds.orDigest(id, content))
                .type(type)
                .bizType(isReturn ? "refund" : "payment")
                .order(fields.text("orderId"))
                .transaction(id)
                .status(status)
                .amount(fields.text("txnAmt"), AMOUNTS, NumericCurrency.letters(fields.text("currencyCode")))
                .counting("merId", fields.text("merId"))
                .counting("settleAmt", fields.text("settleAmt"))
                .counting("origQryId", fields.text("origQryId"))
                .occurredAt(Times.local(fields.text("txnTime"), Times.DENSE, Times.CHINA))
                .hold(hold);
        if (status.equals(DONE) && type.equals(PAYMENT)) {
            draft.effect("paid", id);
        } else if (status.equals(DONE) && isReturn) {
            draft.effect("refunded", id);
        }
        return draft.build(content);
    }
}
