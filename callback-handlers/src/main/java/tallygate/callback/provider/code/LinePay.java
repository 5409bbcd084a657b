package tallygate.callback.provider.code;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.FormFields;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** LINE Pay: the confirm URL is called with a transaction and an order, by the buyer's browser or by LINE; nothing is signed. */
final class LinePay implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();

    static final ProviderDefinition DEFINITION = Definition.unsigned(
            "linepay",
            "LINE Pay",
            (reader, options) -> () -> CodedProvider.of(new LinePay(), ANSWERS, reader, Optional.empty()));

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields fields = Forms.checked(FormFields.decode(request.query(), StandardCharsets.UTF_8));
        String transaction = fields.text("transactionId");
        // Nineteen digits: a number only by looks, never computed with.
        if (!transaction.matches("[0-9]{1,24}")) {
            throw new RefusedException(Reason.BODY_MALFORMED, "the query names no transactionId");
        }
        PaymentEvent claimed = new EventDraft(transaction)
                .type("confirm")
                .order(fields.text("orderId"))
                .transaction(transaction)
                .build(request.query().getBytes(StandardCharsets.UTF_8));
        return new Judgement.NeedsConfirmation(transaction, List.of(claimed), ANSWERS.success());
    }
}
