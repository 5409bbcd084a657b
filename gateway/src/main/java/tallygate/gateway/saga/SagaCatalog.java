package tallygate.gateway.saga;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tallygate.callback.saga.Participant;

/**
 * The definitions that a node can carry on, and whom they call. Replaced as a whole when the configuration changes.
 *
 * @param definitions also older versions, for sagas that began with them
 * @param participants by name
 */
public record SagaCatalog(Map<NewSaga.Kind, Definition> definitions, Map<String, Participant> participants) {
    public static final SagaCatalog EMPTY = new SagaCatalog(Map.of(), Map.of());

    public SagaCatalog {
        definitions = Map.copyOf(definitions);
        participants = Map.copyOf(participants);
    }

    /** A definition is known when all whom it calls are. */
    Set<NewSaga.Kind> known() {
        return definitions.entrySet().stream()
                .filter(entry -> entry.getValue().steps().stream()
                        .allMatch(step -> participants.containsKey(step.ways().participant())))
                .map(Map.Entry::getKey)
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
    }

    /** The newest version of a saga. */
    public Optional<Definition> newest(String type) {
        return definitions.values().stream()
                .filter(definition -> definition.name().equals(type))
                .max(java.util.Comparator.comparingInt(Definition::version));
    }
}
