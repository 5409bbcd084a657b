package tallygate.callback.provider.query;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.CallbackMaker;
import tallygate.callback.provider.EndpointOptions;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.Finding;
import tallygate.callback.provider.HeldKey;
import tallygate.callback.provider.Judgement;
import tallygate.callback.provider.StateQuery;
import tallygate.signature.RawRequest;

/** A bound provider with what its endpoint's credentials allow to ask. */
record QueriedProvider(BoundProvider provider, Queries queries) implements BoundProvider {
    @Override
    public Judgement judge(RawRequest request, Optional<Instant> at) {
        return provider.judge(request, at);
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
        return provider.explain(request, at);
    }

    @Override
    public Optional<CallbackMaker> maker() {
        return provider.maker();
    }

    @Override
    public List<HeldKey> keys() {
        return provider.keys();
    }

    @Override
    public EndpointOptions.Environment environment() {
        return provider.environment();
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
    public List<PaymentEvent> readProven(RawRequest request) {
        return provider.readProven(request);
    }
}
