package tallygate.callback.provider.code;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.SampleEvent;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;

/** Reads 2Checkout's notifications. Amounts are decimals of the currency itself. */
final class TwoCheckoutEvents {
    static final List<String> ALWAYS = List.of("REFNO", "ORDERSTATUS");
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);

    private TwoCheckoutEvents() {}

    static PaymentEvent read(FormFields fields, byte[] body, EndpointOptions options) {
        String status = fields.text("ORDERSTATUS");
        String type = fields.sole("MESSAGE_TYPE").filter(t -> !t.isEmpty()).orElse(status);
        String reference = fields.text("REFNO");
        boolean isTest =
                fields.text("TEST_ORDER").equals("1") && options.environment().holdsTestEvents();
        EventDraft draft = new EventDraft(EventIds.orDigest(id(fields, status, reference), body))
                .type(type)
                .bizType(type.equals("REFUND") ? "refund" : "payment")
                .order(fields.text("REFNOEXT"))
                .transaction(reference)
                .status(status)
                .amount(fields.text("IPN_TOTALGENERAL"), AMOUNTS, fields.text("CURRENCY"))
                .counting("ORDERNO", fields.text("ORDERNO"))
                .counting("REFUND_TYPE", fields.text("REFUND_TYPE"))
                .counting("CHARGEBACK_RESOLUTION", fields.text("CHARGEBACK_RESOLUTION"))
                .occurredAt(Times.local(fields.text("PAYMENTDATE"), Times.DASHED, zone(fields))
                        .or(() -> Times.local(fields.text("IPN_DATE"), Times.DENSE, zone(fields))))
                .hold(isTest ? "test" : "");
        boolean isPaid = type.equals("COMPLETE") && status.equals("COMPLETE");
        return (isPaid ? draft.effect("paid", reference) : draft).build(body);
    }

    private static String id(FormFields fields, String status, String reference) {
        String message = fields.text("MESSAGE_ID");
        return !message.isBlank() || reference.isEmpty() ? message : reference + ":" + status;
    }

    /** {@code GMT+03:00} beside the times, which say no zone themselves. */
    private static ZoneId zone(FormFields fields) {
        try {
            return ZoneId.of(fields.sole("TIMEZONE_OFFSET").orElse("GMT"));
        } catch (DateTimeException e) {
            return ZoneOffset.UTC;
        }
    }

    static Map<String, String> sample(SampleEvent event, Instant at) {
        String currency = event.currency().isEmpty() ? "EUR" : event.currency();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("REFNO", event.transactionId());
        fields.put("REFNOEXT", event.orderId());
        fields.put("ORDERSTATUS", "COMPLETE");
        fields.put("FIRSTNAME", "Zoë");
        fields.put("CURRENCY", currency);
        fields.put("IPN_PID[]", "1");
        fields.put("IPN_PNAME[]", "Product");
        fields.put("MESSAGE_ID", event.eventId());
        fields.put("MESSAGE_TYPE", event.type().isEmpty() ? "COMPLETE" : event.type());
        fields.put("IPN_TOTALGENERAL", AMOUNTS.text(event.amountMinor().orElse(0), currency));
        fields.put("TIMEZONE_OFFSET", "GMT+00:00");
        fields.put("IPN_DATE", Times.text(at, Times.DENSE, ZoneOffset.UTC));
        return fields;
    }
}
