package tallygate.callback.provider.query;

import java.util.Optional;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.StateQuery;

/** What an endpoint's credentials allow to ask. */
public record Queries(Optional<StateQuery> state, Optional<EventList> events) {
    public static final Queries NONE = new Queries(Optional.empty(), Optional.empty());

    static Queries of(StateQuery state) {
        return new Queries(Optional.of(state), Optional.empty());
    }

    static Queries of(StateQuery state, EventList events) {
        return new Queries(Optional.of(state), Optional.of(events));
    }
}
