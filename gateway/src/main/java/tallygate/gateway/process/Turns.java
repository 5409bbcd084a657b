package tallygate.gateway.process;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.alert.Alert;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WorkStore;

/** In lanes that keep their order: when a task has ended, the next one of its business key has its turn. */
final class Turns {
    static final String BLOCKED = "order-blocked";
    private static final Logger log = LoggerFactory.getLogger(Turns.class);

    private final WorkStore store;
    private final Instruments instruments;

    Turns(WorkStore store, Instruments instruments) {
        this.store = store;
        this.instruments = instruments;
    }

    /** Its ending is committed. Should the next one not be woken, it looks by itself after a while. */
    void ended(WorkRoute route, LeasedTask task, Move move) {
        String bizId = task.bizId();
        TaskStatus end = move.target();
        if (route.rules().order().isEmpty() || bizId.isEmpty() || end == TaskStatus.PENDING) {
            return;
        }
        if (end == TaskStatus.FAILED && route.rules().order().get().isFailureBlocking()) {
            tellBlocked(task);
            return;
        }
        try {
            store.wakeNext(route.name(), bizId);
        } catch (StoreException e) {
            instruments.metrics().storeFailed("turns", e.kind());
            log.debug("route={} kind={} the next task was not woken, it looks by itself", route.name(), e.kind());
        }
    }

    private void tellBlocked(LeasedTask task) {
        String id = task.lease().id().toString();
        instruments
                .alerts()
                .raise(new Alert(
                        BLOCKED,
                        id,
                        Alert.Severity.WARNING,
                        "Task " + id + " has failed and holds back all younger tasks of its business key until a person"
                                + " retries or settles it.",
                        Map.of(
                                "task", id,
                                "route", task.route(),
                                "biz_id", ErrorText.of(task.bizId(), 128))));
    }
}
