package tallygate.callback.provider.code;

import java.time.Instant;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;

/** Reads Toss Payments' events. Amounts are whole won, times are Korea's (UTC+9). */
final class TossEvents {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final String WON = "KRW";

    private TossEvents() {}

    /** A payout or a seller whose state changed. */
    static PaymentEvent entity(JsonValue notice, byte[] body, Optional<String> id) {
        String type = notice.scalarAt("/eventType");
        String entity = notice.scalarAt("/entityBody/id");
        String status = notice.scalarAt("/entityBody/status");
        EventDraft draft = draft(notice, body, id.orElse(notice.scalarAt("/eventId")))
                .bizType(type.startsWith("payout.") ? "payout" : "notice")
                .order(notice.scalarAt("/entityBody/refPayoutId"))
                .transaction(entity)
                .status(status)
                .amount(
                        notice.scalarAt("/entityBody/amount/value"),
                        AMOUNTS,
                        notice.scalarAt("/entityBody/amount/currency"))
                .counting("entity", Trees.member(notice, "entityBody"));
        boolean isDone = type.equals("payout.changed") && status.equals("COMPLETED");
        return (isDone ? draft.effect("paid-out", entity) : draft).build(body);
    }

    /** Money into a virtual account. The secret proves whose it is, not what the rest of the body says. */
    static PaymentEvent deposit(JsonValue notice, byte[] body, Optional<String> id) {
        String order = notice.scalarAt("/orderId");
        String status = notice.scalarAt("/status");
        String transaction = notice.scalarAt("/transactionKey");
        String own = transaction.isEmpty() ? "" : transaction + ":" + status;
        return draft(notice, body, id.orElse(own))
                .order(order.isEmpty() ? notice.scalarAt("/data/orderId") : order)
                .transaction(transaction)
                .status(status.isEmpty() ? notice.scalarAt("/data/status") : status)
                .counting("notice", notice)
                .build(body);
    }

    /** What an unsigned event claims; true only once the provider says so. */
    static PaymentEvent claim(JsonValue notice, byte[] body) {
        String payment = notice.scalarAt("/data/paymentKey");
        String status = notice.scalarAt("/data/status");
        String currency = notice.scalarAt("/data/currency");
        return draft(notice, body, payment.isEmpty() ? "" : payment + ":" + status)
                .order(notice.scalarAt("/data/orderId"))
                .transaction(payment)
                .status(status)
                .amount(notice.scalarAt("/data/totalAmount"), AMOUNTS, currency.isEmpty() ? WON : currency)
                .counting("data", Trees.member(notice, "data"))
                .build(body);
    }

    private static EventDraft draft(JsonValue notice, byte[] body, String id) {
        return new EventDraft(EventIds.orDigest(id, body))
                .type(notice.scalarAt("/eventType"))
                .occurredAt(Times.local(notice.scalarAt("/createdAt"), Times.ISO_LOCAL, Times.KOREA));
    }

    static String sample(SampleEvent event, Instant at) {
        return "{\"eventType\":" + Made.quoted(event.type().isEmpty() ? "payout.changed" : event.type())
                + ",\"createdAt\":\"" + Times.text(at, Times.ISO_LOCAL, Times.KOREA)
                + "\",\"entityType\":\"payout\",\"entityBody\":{\"id\":" + Made.quoted(event.transactionId())
                + ",\"refPayoutId\":" + Made.quoted(event.orderId())
                + ",\"status\":\"COMPLETED\",\"amount\":{\"currency\":\"KRW\",\"value\":"
                + AMOUNTS.text(event.amountMinor().orElse(0), WON) + "}}}";
    }
}
