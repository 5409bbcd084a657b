package tallygate.gateway.saga;

import java.util.Comparator;
import java.util.Optional;
import tallygate.callback.provider.read.JsonValue;

/** Starts sagas that no callback started; whichever node looks first carries them on. */
public final class SagaStarter {
    private final SagaStore store;
    private final DefinitionShelf shelf;

    public SagaStarter(SagaStore store, DefinitionShelf shelf) {
        this.store = store;
        this.shelf = shelf;
    }

    /**
     * Starts a saga, or finds the one that the key started before.
     *
     * @param key the same for every retry of the caller: one key, one saga
     * @throws IllegalArgumentException when no saga has this name
     * @throws tallygate.gateway.task.StoreException when it is not known to be stored; the same again is safe
     */
    public Started begin(String type, String key, String bizId, JsonValue payload) {
        Definition definition = shelf.all().values().stream()
                .filter(kept -> kept.name().equals(type))
                .max(Comparator.comparingInt(Definition::version))
                .orElseThrow(() -> new IllegalArgumentException("no saga is called " + type));
        return store.start(
                new NewSaga(
                        SagaId.derived(type, "api\n" + key),
                        new NewSaga.Kind(type, definition.version()),
                        bizId,
                        definition.lock(),
                        SagaStart.payload(new JsonValue.Nothing(), payload),
                        Optional.empty()),
                Optional.empty());
    }
}
