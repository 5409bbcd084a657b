package tallygate.callback.provider.code;

import java.time.Instant;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;

/**
 * Reads Antom's notices. There is no event id. A payment's result is named by the payment, a refund's by the refund; anything
 * else by the payment and the notice's type, because a pending notice must not stand for the result that follows.
 */
final class AntomEvents {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MINOR);
    private static final Set<String> TIMES = Set.of("paymentTime", "paymentCreateTime", "refundTime", "captureTime");
    private static final String PAYMENT_RESULT = "PAYMENT_RESULT";

    private AntomEvents() {}

    static PaymentEvent read(JsonValue notice, byte[] body) {
        String type = notice.scalarAt("/notifyType");
        String payment = notice.scalarAt("/paymentId");
        boolean isSuccess = notice.scalarAt("/result/resultStatus").equals("S");
        String refund = notice.scalarAt("/refundId");
        if (!refund.isEmpty()) {
            EventDraft draft = draft(refund, type, notice, body)
                    .bizType("refund")
                    .transaction(refund)
                    .amount(notice.scalarAt("/refundAmount/value"), AMOUNTS, notice.scalarAt("/refundAmount/currency"))
                    .occurredAt(Moments.iso(notice.scalarAt("/refundTime")));
            return (isSuccess ? draft.effect("refunded", refund) : draft).build(body);
        }
        boolean isResult = type.equals(PAYMENT_RESULT);
        EventDraft draft = draft(id(payment, type, notice), type, notice, body)
                .transaction(payment)
                .amount(notice.scalarAt("/paymentAmount/value"), AMOUNTS, notice.scalarAt("/paymentAmount/currency"))
                .occurredAt(Moments.iso(notice.scalarAt("/paymentTime"))
                        .or(() -> Moments.iso(notice.scalarAt("/paymentCreateTime"))));
        return (isResult && isSuccess ? draft.effect("paid", payment) : draft).build(body);
    }

    private static String id(String payment, String type, JsonValue notice) {
        if (type.equals(PAYMENT_RESULT) || payment.isEmpty()) {
            return payment;
        }
        String capture = notice.scalarAt("/captureId");
        return payment + ":" + type + (capture.isEmpty() ? "" : ":" + capture);
    }

    private static EventDraft draft(String id, String type, JsonValue notice, byte[] body) {
        String order = notice.scalarAt("/paymentRequestId");
        return new EventDraft(EventIds.orDigest(id, body))
                .type(type)
                .order(order.isEmpty() ? notice.scalarAt("/refundRequestId") : order)
                .status(notice.scalarAt("/result/resultCode"))
                .counting("notice", Trees.without(notice, TIMES));
    }

    static String sample(SampleEvent event, Instant at) {
        String type = event.type().isEmpty() ? PAYMENT_RESULT : event.type();
        String currency = event.currency().isEmpty() ? "USD" : event.currency();
        boolean isRefund = type.startsWith("REFUND");
        String name = isRefund ? "refund" : "payment";
        return "{\"notifyType\":" + Made.quoted(type)
                + ",\"result\":{\"resultCode\":\"SUCCESS\",\"resultStatus\":\"S\",\"resultMessage\":\"success.\"}"
                + ",\"" + name + "RequestId\":" + Made.quoted(event.orderId())
                + ",\"" + name + "Id\":" + Made.quoted(event.transactionId())
                + ",\"" + name + "Amount\":{\"currency\":" + Made.quoted(currency) + ",\"value\":\""
                + event.amountMinor().orElse(0) + "\"}"
                + ",\"" + name + "Time\":\"" + at + "\"}";
    }
}
