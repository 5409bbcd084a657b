package tallygate.callback.provider.code;

import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;

/** Reads PhonePe's notices. Amounts are paise; the state in the payload counts, not the event's name. */
final class PhonePeEvents {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);

    private PhonePeEvents() {}

    /** Nothing signs the content of a webhook, so it never carries a money effect. */
    static PaymentEvent webhook(JsonValue notice, byte[] body) {
        String event = notice.scalarAt("/event");
        String type = event.isEmpty() ? notice.scalarAt("/type") : event;
        String state = notice.scalarAt("/payload/state");
        String refund = notice.scalarAt("/payload/merchantRefundId");
        String order = Trees.first(notice, "/payload/merchantOrderId", "/payload/originalMerchantOrderId");
        String subject = refund.isEmpty() ? order : refund;
        return new EventDraft(EventIds.orDigest(subject.isEmpty() ? "" : subject + ":" + type + ":" + state, body))
                .type(type)
                .bizType(refund.isEmpty() ? "payment" : "refund")
                .order(order)
                .transaction(Trees.first(notice, "/payload/refundId", "/payload/orderId"))
                .status(state)
                .amount(notice.scalarAt("/payload/amount"), AMOUNTS, "INR")
                .counting("payload", Trees.member(notice, "payload"))
                .build(body);
    }

    static PaymentEvent callback(JsonValue notice, byte[] content) {
        String code = notice.scalarAt("/code");
        String order = notice.scalarAt("/data/merchantTransactionId");
        String transaction = notice.scalarAt("/data/transactionId");
        String state = notice.scalarAt("/data/state");
        EventDraft draft = new EventDraft(EventIds.orDigest(order.isEmpty() ? "" : order + ":" + code, content))
                .type(code)
                .order(order)
                .transaction(transaction)
                .status(state)
                .amount(notice.scalarAt("/data/amount"), AMOUNTS, "INR")
                .counting("data", Trees.member(notice, "data"));
        boolean isPaid = code.equals("PAYMENT_SUCCESS") && state.equals("COMPLETED");
        return (isPaid ? draft.effect("paid", transaction) : draft).build(content);
    }

    static String webhookSample(SampleEvent event) {
        return "{\"event\":" + Made.quoted(event.type().isEmpty() ? "checkout.order.completed" : event.type())
                + ",\"payload\":{\"merchantOrderId\":" + Made.quoted(event.orderId())
                + ",\"orderId\":" + Made.quoted(event.transactionId())
                + ",\"state\":\"COMPLETED\",\"amount\":" + event.amountMinor().orElse(0) + "}}";
    }

    static String callbackSample(SampleEvent event) {
        return "{\"success\":true,\"code\":" + Made.quoted(event.type().isEmpty() ? "PAYMENT_SUCCESS" : event.type())
                + ",\"data\":{\"merchantTransactionId\":" + Made.quoted(event.orderId())
                + ",\"transactionId\":" + Made.quoted(event.transactionId())
                + ",\"amount\":" + event.amountMinor().orElse(0) + ",\"state\":\"COMPLETED\"}}";
    }
}
