package tallygate.callback.provider.code;

import java.nio.charset.Charset;
import java.time.Instant;
import java.util.List;
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
import tallygate.signature.Reason;

/** GMO Payment Gateway (Japan): result notices in Shift_JIS, unsigned; the body of the answer is one digit. */
final class GmoPg implements Scheme {
    private static final Answers ANSWERS = Answers.of("text/plain", "0", "1");
    private static final Charset SHIFT_JIS = Charset.forName("Windows-31J");
    private static final Amounts AMOUNTS = Amounts.in(AmountUnit.MAJOR);

    static final ProviderDefinition DEFINITION = Definition.unsigned(
            "gmo-pg",
            "GMO Payment Gateway",
            (reader, options) -> () -> CodedProvider.of(new GmoPg(options), ANSWERS, reader, Optional.empty()));

    private final EndpointOptions options;

    private GmoPg(EndpointOptions options) {
        this.options = options;
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        FormFields fields = Forms.sole(request, SHIFT_JIS);
        String access = fields.text("AccessID");
        if (access.isEmpty()) {
            throw new RefusedException(Reason.BODY_MALFORMED, "field AccessID is missing");
        }
        Require.identity("ShopID", options.merchantId(), fields.text("ShopID"));
        String status = fields.text("Status");
        // GMO writes JPN for the yen.
        String currency = fields.text("Currency").equals("JPN") ? "JPY" : fields.text("Currency");
        PaymentEvent claimed = new EventDraft(access + ":" + status)
                .type(status)
                .order(fields.text("OrderID"))
                .transaction(fields.text("TranID"))
                .status(status)
                .amount(fields.text("Amount"), AMOUNTS, currency)
                .counting("JobCd", fields.text("JobCd"))
                .counting("ErrCode", fields.text("ErrCode"))
                .occurredAt(Times.local(fields.text("TranDate"), Times.DENSE, Times.KOREA))
                .build(request.body());
        return new Judgement.NeedsConfirmation(access, List.of(claimed), ANSWERS.success());
    }
}
