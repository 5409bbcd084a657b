package tallygate.gateway.saga;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.saga.Reply;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.task.Lease;

/** The store as a journey uses it: what is committed is counted, and what a person must know is told. */
final class WatchedStore implements SagaStore {
    private final SagaParts parts;
    private final String type;

    WatchedStore(SagaParts parts, String type) {
        this.parts = parts;
        this.type = type;
    }

    @Override
    public Started start(NewSaga saga, Optional<Lease> task) {
        return parts.store().start(saga, task);
    }

    @Override
    public List<Snapshot> claim(Set<NewSaga.Kind> known, int limit, long owner, Duration lease) {
        return parts.store().claim(known, limit, owner, lease);
    }

    @Override
    public Applied apply(Transition transition) {
        Applied applied = parts.store().apply(transition);
        switch (applied) {
            case MADE -> made(transition);
            case LOST -> parts.metrics().lost(type);
            case STALE, LOCKED -> {}
        }
        return applied;
    }

    private void made(Transition transition) {
        if (transition.from() != transition.to()) {
            parts.metrics().reached(type, transition.to());
        }
        for (Transition.DeadLetter letter : transition.told().dead()) {
            parts.metrics().buried(type);
            parts.alerts()
                    .raise(new Alert(
                            "saga-dead-letter",
                            letter.requestId(),
                            Alert.Severity.CRITICAL,
                            "a step of a saga could not be carried out and waits for a person",
                            Map.of(
                                    "saga", type,
                                    "step", letter.stepName(),
                                    "request", letter.requestId(),
                                    "tries", Integer.toString(letter.tries()),
                                    "error", letter.error())));
        }
        if (transition.ending() instanceof Transition.Ending.Hold(String why)) {
            parts.alerts()
                    .raise(new Alert(
                            "saga-held",
                            "row " + transition.lease().row(),
                            Alert.Severity.CRITICAL,
                            "a saga stands still until a person decides",
                            Map.of("saga", type, "why", why)));
        }
    }

    @Override
    public Optional<Snapshot> reread(SagaLease lease) {
        return parts.store().reread(lease);
    }

    @Override
    public Delivered deliver(String requestId, int mark, Reply result) {
        return parts.store().deliver(requestId, mark, result);
    }
}
