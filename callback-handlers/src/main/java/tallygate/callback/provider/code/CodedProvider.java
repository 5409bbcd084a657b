package tallygate.callback.provider.code;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.read.UnreadableException;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/**
 * A provider written in code, bound to one endpoint: its scheme, and what it answers.
 *
 * @param spelling how the provider writes a currency code
 */
record CodedProvider(
        Scheme scheme,
        Answers answers,
        List<HeldKey> keys,
        Optional<CallbackMaker> maker,
        boolean isSlow,
        UnaryOperator<String> spelling)
        implements BoundProvider {
    CodedProvider {
        keys = List.copyOf(keys);
    }

    /** A provider that is judged fast and writes currencies in three letters. */
    static CodedProvider of(Scheme scheme, Answers answers, KeyReader keys, Optional<CallbackMaker> maker) {
        return new CodedProvider(scheme, answers, keys.held(), maker, false, UnaryOperator.identity());
    }

    /** The same off the event loop. */
    CodedProvider slow() {
        return new CodedProvider(scheme, answers, keys, maker, true, spelling);
    }

    CodedProvider spelling(UnaryOperator<String> written) {
        return new CodedProvider(scheme, answers, keys, maker, isSlow, written);
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) {
        try {
            return scheme.judge(request, at);
        } catch (RefusedException e) {
            return new Judgement.Refused(e.reason(), e.detail(), answers.refused());
        } catch (UnreadableException e) {
            return new Judgement.Refused(Reason.BODY_MALFORMED, String.valueOf(e.getMessage()), answers.refused());
        }
    }

    @Override
    public Answer tryAgain() {
        return answers.tryAgain();
    }

    @Override
    public List<Finding> explain(RawRequest request, Optional<Instant> at) {
        return scheme.explain(request, at);
    }

    @Override
    public String asWritten(String currency) {
        return spelling.apply(currency);
    }

    @Override
    public List<PaymentEvent> readProven(RawRequest request) {
        try {
            return scheme.readProven(request);
        } catch (RefusedException | UnreadableException e) {
            return List.of();
        }
    }

    @Override
    public String toString() {
        return "CodedProvider[" + scheme.getClass().getSimpleName() + "]";
    }
}
