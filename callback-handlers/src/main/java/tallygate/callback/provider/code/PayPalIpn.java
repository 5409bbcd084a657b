package tallygate.callback.provider.code;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.read.AmountUnit;
import tallygate.callback.provider.read.Amounts;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;

/**
 * PayPal instant payment notifications: unsigned; PayPal says whether one is its own when the body is posted back to it byte
 * for byte. The answer to the notification is an empty 200.
 */
final class PayPalIpn implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();
    private static final Charset USUAL = Charset.forName("windows-1252");
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss MMM d, uuuu", Locale.ENGLISH);
    private static final int ZONE_LETTERS = 3;

    static final ProviderDefinition DEFINITION = Definition.unsigned(
            "paypal-ipn",
            "PayPal IPN",
            (reader, options) -> () -> CodedProvider.of(new PayPalIpn(options), ANSWERS, reader, Optional.empty()));

    private final EndpointOptions options;

    private PayPalIpn(EndpointOptions options) {
        this.options = options;
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields fields = Forms.checked(FormFields.decodeBy(request.body(), "charset", USUAL));
        Require.identity("receiver_id", options.merchantId(), fields.text("receiver_id"));
        byte[] content =
                Made.formText(Made.ordered(fields), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        PaymentEvent claimed = claim(fields, content);
        String hint = claimed.providerTxnId().isEmpty() ? claimed.eventId() : claimed.providerTxnId();
        return new Judgement.NeedsConfirmation(hint, List.of(claimed), ANSWERS.success());
    }

    /** One transaction reports several states under one id, Pending and later Completed: the state is part of the identity. */
    private static PaymentEvent claim(FormFields fields, byte[] content) {
        String transaction = fields.text("txn_id");
        String status = fields.text("payment_status");
        boolean isRefund = status.equals("Refunded");
        String invoice = fields.text("invoice");
        EventDraft draft = new EventDraft(
                        EventIds.orDigest(transaction.isEmpty() ? "" : transaction + ":" + status, content))
                .type(fields.text("txn_type"))
                .bizType(isRefund ? "refund" : "payment")
                .order(invoice.isEmpty() ? fields.text("custom") : invoice)
                .transaction(transaction)
                .status(status)
                .amount(fields.text("mc_gross"), AMOUNTS, fields.text("mc_currency"))
                .counting("receiver_email", fields.text("receiver_email"))
                .counting("parent_txn_id", fields.text("parent_txn_id"))
                .occurredAt(time(fields.text("payment_date")));
        if (status.equals("Completed")) {
            draft.effect("paid", transaction);
        } else if (isRefund) {
            draft.effect("refunded", transaction);
        }
        return draft.build(content);
    }

    /** {@code 20:12:59 Jan 13, 2009 PST}: always PayPal's own time, winter or summer. */
    private static Optional<Instant> time(String text) {
        int zone = text.length() - ZONE_LETTERS;
        if (zone <= 0) {
            return Optional.empty();
        }
        ZoneOffset offset = ZoneOffset.ofHours(text.endsWith("PDT") ? -7 : -8);
        return Times.local(text.substring(0, zone).strip(), TIME, offset);
    }
}
