package tallygate.callback.provider.query;

import java.util.Optional;
import tallygate.callback.provider.CertificateSource;
import tallygate.callback.provider.EventList;
import tallygate.callback.provider.StateQuery;
import tallygate.callback.provider.StatementSource;

/** What an endpoint's credentials allow to ask. */
public record Queries(
        Optional<StateQuery> state,
        Optional<EventList> events,
        Optional<CertificateSource> certificates,
        Optional<StatementSource> statements) {
    public static final Queries NONE =
            new Queries(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    static Queries of(StateQuery state) {
        return new Queries(Optional.of(state), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Queries of(StateQuery state, EventList events) {
        return new Queries(Optional.of(state), Optional.of(events), Optional.empty(), Optional.empty());
    }

    Queries with(Optional<CertificateSource> source) {
        return new Queries(state, events, source, statements);
    }

    Queries with(StatementSource source) {
        return new Queries(state, events, certificates, Optional.of(source));
    }
}
