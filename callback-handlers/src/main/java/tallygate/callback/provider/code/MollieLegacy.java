package tallygate.callback.provider.code;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.ProviderDefinition;
import tallygate.callback.provider.read.EventDraft;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** Mollie's classic webhook: an id and nothing else; every change of the object's state makes the same call. */
final class MollieLegacy implements Scheme {
    private static final Answers ANSWERS = Answers.statusOnly();

    static final ProviderDefinition DEFINITION = Definition.unsigned(
            "mollie-legacy",
            "Mollie (classic webhook)",
            (reader, options) -> () -> CodedProvider.of(new MollieLegacy(), ANSWERS, reader, Optional.empty()));

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) throws RefusedException, UnreadableException {
        String id = Forms.sole(request).text("id");
        if (!id.matches("[A-Za-z0-9_.-]{1,64}")) {
            throw new RefusedException(Reason.BODY_MALFORMED, "field id is missing or no id of Mollie's");
        }
        PaymentEvent claimed =
                new EventDraft(id).type("changed").transaction(id).build(request.body());
        return new Judgement.NeedsConfirmation(id, List.of(claimed), ANSWERS.success());
    }
}
