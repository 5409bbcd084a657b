package tallygate.gateway.reconcile;

import java.util.Optional;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;

/** The ways to ask providers, by endpoint. */
public interface Asked {
    /** Empty where the provider cannot be asked, or the endpoint has no credentials for it. */
    Optional<StateQuery> state(String endpoint);

    /** Empty where the provider lists no events, or the endpoint has no credentials for it. */
    Optional<EventList> events(String endpoint);

    QueryTools tools();
}
