package tallygate.callback.provider.catalog;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.StatementSource;
import tallygate.callback.provider.explain.Trial;
import tallygate.callback.provider.query.Queries;
import tallygate.signature.RawRequest;
import tallygate.signature.Reason;

/**
 * A bound provider with what every endpoint may say whatever its provider: from when and until when each key counts. What a key
 * signs outside of its time is refused, unless another key that counts fits too.
 */
final class EndpointProvider implements BoundProvider {
    private static final int REFUSED = 401;

    private final BoundProvider provider;
    private final Rules rules;
    private final Queries queries;
    private final List<HeldKey> keys;
    /** Binds the provider without the keys in these slots; nothing when no key is left. */
    private final Function<Set<String>, Optional<BoundProvider>> without;
    /** A few at most: one for each set of keys that ever counted together. */
    private final Map<Set<String>, Optional<BoundProvider>> bound = new ConcurrentHashMap<>();

    /**
     * What the endpoint and its provider say besides keys.
     *
     * @param retriesFor how long the provider sends again
     */
    record Rules(EndpointOptions options, KeyTerms terms, Duration retriesFor) {}

    EndpointProvider(
            BoundProvider provider,
            Rules rules,
            Queries queries,
            Function<Set<String>, Optional<BoundProvider>> without) {
        this.provider = provider;
        this.rules = rules;
        this.queries = queries;
        this.without = without;
        this.keys = provider.keys().stream().map(rules.terms()::applied).toList();
    }

    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) {
        Judgement judgement = provider.judge(request, at);
        if (rules.terms().areNone() || at.isEmpty() || !(judgement instanceof Judgement.Genuine genuine)) {
            return judgement;
        }
        Optional<KeyTerms.Term> term = rules.terms().ofId(provider.keys(), genuine.keyId());
        if (term.isEmpty() || term.get().covers(at.get())) {
            return judgement;
        }
        return byAnother(request, at)
                .orElseGet(() -> new Judgement.Refused(
                        Reason.KEY_UNKNOWN,
                        "signed with key " + genuine.keyId() + ", which "
                                + term.get().why(at.get()),
                        Answer.empty(REFUSED)));
    }

    /** While keys are changed some providers sign with the old and the new one at once. */
    private Optional<Judgement> byAnother(RawRequest request, Optional<Instant> at) {
        Set<String> retired = new TreeSet<>();
        for (HeldKey key : provider.keys()) {
            if (rules.terms()
                    .of(key)
                    .filter(term -> !term.covers(at.orElseThrow()))
                    .isPresent()) {
                retired.add(key.slot());
            }
        }
        return bound.computeIfAbsent(retired, without)
                .map(rest -> rest.judge(request, at))
                .filter(Judgement.Genuine.class::isInstance);
    }

    @Override
    public List<Finding> explain(RawRequest request, Optional<Instant> at) {
        boolean isGenuine = provider.judge(request, at) instanceof Judgement.Genuine;
        return isGenuine && judge(request, at) instanceof Judgement.Refused refused
                ? List.of(new Finding(Finding.Cause.WRONG_KEY, refused.detail()))
                : new Trial(provider, rules.options().publicUrl()).of(request, at);
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
    public Optional<CallbackMaker> maker() {
        return provider.maker();
    }

    @Override
    public List<HeldKey> keys() {
        return keys;
    }

    @Override
    public Duration retriesFor() {
        return rules.retriesFor();
    }

    @Override
    public EndpointOptions.Environment environment() {
        return rules.options().environment();
    }

    @Override
    public String asWritten(String currency) {
        return provider.asWritten(currency);
    }

    @Override
    public Optional<StateQuery> stateQuery() {
        return queries.state();
    }

    @Override
    public Optional<EventList> eventList() {
        return queries.events();
    }

    @Override
    public Optional<CertificateSource> certificateSource() {
        return queries.certificates();
    }

    @Override
    public Optional<StatementSource> statementSource() {
        return queries.statements();
    }

    @Override
    public List<PaymentEvent> readProven(RawRequest request) {
        return provider.readProven(request);
    }

    @Override
    public String toString() {
        return "EndpointProvider[" + rules.options().endpoint() + "]";
    }
}
