package tallygate.callback.provider.code;

import java.time.Instant;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.JsonValue;
import tallygate.callback.provider.read.Moments;

/** Reads PayPal's events, those of the older resource versions too. Amounts are decimals of the currency itself. */
final class PayPalEvents {
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final Set<String> PAID = Set.of("PAYMENT.CAPTURE.COMPLETED", "PAYMENT.SALE.COMPLETED");
    private static final Set<String> REFUNDED = Set.of("PAYMENT.CAPTURE.REFUNDED", "PAYMENT.SALE.REFUNDED");

    private PayPalEvents() {}

    static PaymentEvent read(JsonValue event, byte[] body, boolean isSimulated, EndpointOptions options)
            throws RefusedException {
        String type = event.scalarAt("/event_type");
        String transaction = Trees.first(event, "/resource/id", "/resource/dispute_id");
        Require.identity("payee", options.merchantId(), event.scalarAt("/resource/payee/merchant_id"));
        EventDraft draft = new EventDraft(EventIds.orDigest(event.scalarAt("/id"), body))
                .type(type)
                .bizType(bizType(type))
                .order(Trees.first(
                        event,
                        "/resource/custom_id",
                        "/resource/custom",
                        "/resource/invoice_id",
                        "/resource/invoice_number",
                        "/resource/supplementary_data/related_ids/order_id",
                        "/resource/purchase_units/0/custom_id",
                        "/resource/purchase_units/0/invoice_id",
                        "/resource/purchase_units/0/reference_id"))
                .transaction(transaction)
                .status(Trees.first(event, "/resource/status", "/resource/state"))
                .amount(
                        Trees.first(
                                event,
                                "/resource/amount/value",
                                "/resource/amount/total",
                                "/resource/dispute_amount/value",
                                "/resource/purchase_units/0/amount/value"),
                        AMOUNTS,
                        Trees.first(
                                event,
                                "/resource/amount/currency_code",
                                "/resource/amount/currency",
                                "/resource/dispute_amount/currency_code",
                                "/resource/purchase_units/0/amount/currency_code"))
                .counting("resource", Trees.member(event, "resource"))
                .occurredAt(Moments.iso(event.scalarAt("/create_time")))
                .hold(isSimulated ? "test" : "");
        if (PAID.contains(type)) {
            draft.effect("paid", transaction);
        } else if (REFUNDED.contains(type)) {
            draft.effect("refunded", transaction);
        }
        return draft.build(body);
    }

    private static String bizType(String type) {
        if (REFUNDED.contains(type)) {
            return "refund";
        }
        if (type.startsWith("CUSTOMER.DISPUTE.")) {
            return "dispute";
        }
        return type.startsWith("PAYMENT.") || type.startsWith("CHECKOUT.") ? "payment" : "notice";
    }

    static String sample(SampleEvent event, Instant at) {
        String type = event.type().isEmpty() ? "PAYMENT.CAPTURE.COMPLETED" : event.type();
        String currency = event.currency().isEmpty() ? "USD" : event.currency();
        return "{\"id\":" + Made.quoted(event.eventId())
                + ",\"event_version\":\"1.0\",\"create_time\":\"" + at
                + "\",\"resource_type\":\"capture\",\"resource_version\":\"2.0\",\"event_type\":" + Made.quoted(type)
                + ",\"summary\":\"tallygate\",\"resource\":{\"id\":" + Made.quoted(event.transactionId())
                + ",\"amount\":{\"currency_code\":" + Made.quoted(currency) + ",\"value\":\""
                + AMOUNTS.text(event.amountMinor().orElse(0), currency)
                + "\"},\"custom_id\":" + Made.quoted(event.orderId())
                + ",\"status\":\"COMPLETED\",\"breakdown\":{},\"items\":[]},\"links\":[]}";
    }
}
