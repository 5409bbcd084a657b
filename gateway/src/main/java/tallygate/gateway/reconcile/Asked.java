package tallygate.gateway.reconcile;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.QueryTools;
import tallygate.callback.provider.StateQuery;
import tallygate.signature.RawRequest;

/** The ways to ask providers, by endpoint. */
public interface Asked {
    /** Empty where the provider cannot be asked, or the endpoint has no credentials for it. */
    Optional<StateQuery> state(String endpoint);

    /** Empty where the provider lists no events, or the endpoint has no credentials for it. */
    Optional<EventList> events(String endpoint);

    /** Reads what an event list holds as the endpoint's callbacks are read; nothing where it is not for us. */
    List<PaymentEvent> read(String endpoint, RawRequest request);

    /** Where what is found out about an endpoint goes; empty when the configuration has it no more. */
    Optional<Account.Target> target(String endpoint);

    /** Types of events, of any endpoint that can be asked, after which a payment's end is still to come. */
    Set<String> openTypes();

    QueryTools tools();
}
