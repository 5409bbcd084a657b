package tallygate.gateway;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Asked;
import tallygate.signature.RawRequest;

/**
 * The endpoints' providers as reconciliation asks them.
 *
 * @param bindings in force at each call
 */
record AskedProviders(
        Supplier<EndpointBindings> bindings, Function<String, Optional<Account.Target>> targets, QueryTools tools)
        implements Asked {
    private Optional<BoundProvider> bound(String endpoint) {
        return Optional.ofNullable(bindings.get().bound().get(endpoint));
    }

    @Override
    public Optional<StateQuery> state(String endpoint) {
        return bound(endpoint).flatMap(BoundProvider::stateQuery);
    }

    @Override
    public Optional<EventList> events(String endpoint) {
        return bound(endpoint).flatMap(BoundProvider::eventList);
    }

    @Override
    public List<PaymentEvent> read(String endpoint, RawRequest request) {
        return bound(endpoint).map(provider -> provider.readProven(request)).orElse(List.of());
    }

    @Override
    public Optional<Account.Target> target(String endpoint) {
        return targets.apply(endpoint);
    }

    @Override
    public Set<String> openTypes() {
        return bindings.get().bound().values().stream()
                .flatMap(provider -> provider.stateQuery().stream())
                .flatMap(query -> query.openTypes().stream())
                .collect(Collectors.toSet());
    }
}
