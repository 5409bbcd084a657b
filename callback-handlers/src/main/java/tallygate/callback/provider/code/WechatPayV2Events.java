package tallygate.callback.provider.code;

import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.XmlElement;

/** Reads WeChat Pay v2 notices. They have no event id: the transaction, or the refund with its state, stands for it. */
final class WechatPayV2Events {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);
    private static final String SUCCESS = "SUCCESS";

    private WechatPayV2Events() {}

    static PaymentEvent payment(XmlElement notice, byte[] body) {
        String transaction = notice.textAt("transaction_id");
        String currency = notice.textAt("fee_type");
        boolean isPaid = notice.textAt("return_code").equals(SUCCESS)
                && notice.textAt("result_code").equals(SUCCESS);
        EventDraft draft = new EventDraft(EventIds.orDigest(transaction, body))
                .type("payment")
                .order(notice.textAt("out_trade_no"))
                .transaction(transaction)
                .status(notice.textAt("result_code"))
                .amount(notice.textAt("total_fee"), AMOUNTS, currency.isEmpty() ? "CNY" : currency)
                .counting("mch_id", notice.textAt("mch_id"))
                .counting("appid", notice.textAt("appid"))
                .counting("attach", notice.textAt("attach"))
                .counting("cash_fee", notice.textAt("cash_fee"))
                .occurredAt(Times.local(notice.textAt("time_end"), Times.DENSE, Times.CHINA));
        return (isPaid ? draft.effect("paid", transaction) : draft).build(body);
    }

    static PaymentEvent refund(XmlElement refund, byte[] content) {
        String id = refund.textAt("refund_id");
        String status = refund.textAt("refund_status");
        EventDraft draft = new EventDraft(id + ":" + status)
                .type("refund")
                .bizType("refund")
                .order(refund.textAt("out_trade_no"))
                .transaction(id)
                .status(status)
                .amount(refund.textAt("refund_fee"), AMOUNTS, "CNY")
                .counting("out_refund_no", refund.textAt("out_refund_no"))
                .counting("total_fee", refund.textAt("total_fee"))
                .occurredAt(Times.local(refund.textAt("success_time"), Times.DASHED, Times.CHINA));
        return (status.equals(SUCCESS) ? draft.effect("refunded", id) : draft).build(content);
    }
}
