package tallygate.gateway.saga;

import java.time.Duration;
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
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(5);

    public static final SagaCatalog EMPTY = new SagaCatalog(Map.of(), Map.of());

    public SagaCatalog {
        definitions = Map.copyOf(definitions);
        participants = Map.copyOf(participants);
    }

    /** A definition is known when all whom it calls are. */
    public Set<NewSaga.Kind> known() {
        return definitions.entrySet().stream()
                .filter(entry -> entry.getValue().steps().stream()
                        .allMatch(step -> participants.containsKey(step.ways().participant())))
                .map(Map.Entry::getKey)
                .collect(java.util.stream.Collectors.toUnmodifiableSet());
    }

    /** How long a saga of it must be held while its calls are under way: longer than any of them. */
    Duration lease(Definition definition, Duration usual) {
        return definition.steps().stream()
                .map(step -> longestCall(step).plus(LEASE_MARGIN))
                .filter(needed -> needed.compareTo(usual) > 0)
                .max(Duration::compareTo)
                .orElse(usual);
    }

    private Duration longestCall(Step step) {
        Duration ceiling = step.rules().timeout().ceiling();
        Participant participant = participants.get(step.ways().participant());
        return participant == null ? ceiling : participant.longestCall(ceiling);
    }

    /** The newest version of a saga. */
    public Optional<Definition> newest(String type) {
        return definitions.values().stream()
                .filter(definition -> definition.name().equals(type))
                .max(java.util.Comparator.comparingInt(Definition::version));
    }
}
