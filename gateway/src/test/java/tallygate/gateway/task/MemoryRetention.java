package tallygate.gateway.task;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** What retention empties, on the rows in memory. Used by one thread. */
public final class MemoryRetention {
    private final MemoryTasks tasks;
    private final Set<InMemoryStore.Guard> removed = EnumSet.noneOf(InMemoryStore.Guard.class);

    MemoryRetention(MemoryTasks tasks) {
        this.tasks = tasks;
    }

    void without(InMemoryStore.Guard guard) {
        removed.add(guard);
    }

    /** @return what it has emptied */
    public Set<TaskId> emptyOlderThan(Duration age) {
        Set<TaskId> emptied = new HashSet<>();
        for (MemoryRow row : tasks.all()) {
            boolean hasEnded = row.status == TaskStatus.SUCCESS || row.status == TaskStatus.COMPENSATED;
            boolean isOld = !row.next.plus(age).isAfter(tasks.now());
            if ((hasEnded || removed.contains(InMemoryStore.Guard.RETENTION_ENDED))
                    && (isOld || removed.contains(InMemoryStore.Guard.RETENTION_AGE))
                    && !row.isEmptied) {
                row.isEmptied = true;
                emptied.add(row.id);
            }
        }
        return emptied;
    }

    public boolean isEmptied(TaskId id) {
        return tasks.find(id).map(row -> row.isEmptied).orElse(false);
    }
}
