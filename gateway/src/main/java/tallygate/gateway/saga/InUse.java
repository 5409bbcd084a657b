package tallygate.gateway.saga;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.saga.Participant;

/**
 * Which participants are still needed. One that the configuration has dropped or changed is closed when the last saga in hand
 * that may call it is out of hand.
 */
final class InUse {
    private static final Logger log = LoggerFactory.getLogger(InUse.class);

    private final IdentityHashMap<Participant, Integer> runs = new IdentityHashMap<>();
    private Set<Participant> current = Set.of();

    /** From now on these are the configured ones. */
    synchronized void configured(SagaCatalog catalog) {
        Set<Participant> before = current;
        current = Collections.newSetFromMap(new IdentityHashMap<>());
        current.addAll(catalog.participants().values());
        before.forEach(this::closeIfIdle);
    }

    synchronized void begins(SagaCatalog catalog) {
        catalog.participants().values().forEach(participant -> runs.merge(participant, 1, Integer::sum));
    }

    synchronized void ends(SagaCatalog catalog) {
        for (Participant participant : catalog.participants().values()) {
            runs.computeIfPresent(participant, (_, count) -> count == 1 ? null : count - 1);
            closeIfIdle(participant);
        }
    }

    private void closeIfIdle(Participant participant) {
        if (!current.contains(participant) && !runs.containsKey(participant)) {
            close(participant);
        }
    }

    /** The node stops. */
    synchronized void closeAll() {
        current.forEach(InUse::close);
        runs.keySet().stream()
                .filter(participant -> !current.contains(participant))
                .forEach(InUse::close);
        current = Set.of();
        runs.clear();
    }

    private static void close(Participant participant) {
        try {
            participant.close();
        } catch (Exception e) {
            log.warn("a participant could not be closed: {}", e.toString());
        }
    }
}
