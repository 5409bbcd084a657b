package tallygate.callback.provider.catalog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.callback.Answer;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Judgement;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/** A provider some of whose keys count for a time only. What they sign outside of it is refused. */
record TermedProvider(BoundProvider provider, KeyTerms terms) implements BoundProvider {
    private static final int REFUSED = 401;

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) {
        Judgement judgement = provider.judge(request, at);
        if (at.isEmpty() || !(judgement instanceof Judgement.Genuine genuine)) {
            return judgement;
        }
        Optional<HeldKey> key = provider.keys().stream()
                .filter(k -> k.id().equals(genuine.keyId()))
                .findFirst();
        boolean counts =
                key.flatMap(terms::of).map(term -> term.covers(at.get())).orElse(true);
        return counts
                ? judgement
                : new Judgement.Refused(
                        Reason.KEY_UNKNOWN,
                        "signed with key " + genuine.keyId() + ", which does not count at " + at.get(),
                        Answer.empty(REFUSED));
    }

    @Override
    public Answer tryAgain() {
        return provider.tryAgain();
    }

    @Override
    public boolean isSlow() {
        return provider.isSlow();
    }

    @Override
    public List<Finding> explain(RawRequest request, Optional<Instant> at) {
        List<Finding> findings = new ArrayList<>(provider.explain(request, at));
        if (provider.judge(request, at) instanceof Judgement.Genuine genuine
                && judge(request, at) instanceof Judgement.Refused) {
            findings.add(new Finding(
                    Finding.Cause.WRONG_KEY,
                    "key " + genuine.keyId() + " fits, but " + CommonKeys.KEY_VALIDITY + " ends or begins elsewhere"));
        }
        return findings;
    }

    @Override
    public Optional<CallbackMaker> maker() {
        return provider.maker();
    }

    @Override
    public List<HeldKey> keys() {
        return provider.keys().stream()
                .map(key -> terms.of(key)
                        .map(term -> new HeldKey(
                                key.id(),
                                key.slot(),
                                term.from().or(key::notBefore),
                                term.until().or(key::notAfter)))
                        .orElse(key))
                .toList();
    }

    @Override
    public String asWritten(String currency) {
        return provider.asWritten(currency);
    }
}
