package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What {@link IntakeStore} says, on the rows in memory. */
final class MemoryIntake {
    /** What the column for currencies takes; longer ones are refused, as the database does. */
    private static final int CURRENCY_MAX = 16;

    private final MemoryTasks tasks;
    private final Supplier<TaskId> newIds;
    private final List<InMemoryStore.StoredConflict> conflicts = new ArrayList<>();
    private boolean isKeyLookedAt = true;
    private Predicate<NewTask> refused = task -> task.event().currency().length() > CURRENCY_MAX;

    MemoryIntake(MemoryTasks tasks, Supplier<TaskId> newIds) {
        this.tasks = tasks;
        this.newIds = newIds;
    }

    void refuse(Predicate<NewTask> more) {
        refused = refused.or(more);
    }

    List<InMemoryStore.StoredConflict> conflicts() {
        return List.copyOf(conflicts);
    }

    List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
        check(batch);
        if (batch.stream().anyMatch(refused)) {
            throw new StoreException(StoreException.Kind.REFUSED, "a row of the batch is refused");
        }
        return batch.stream().map(task -> insert(task, owner, lease)).toList();
    }

    private static void check(List<NewTask> batch) {
        if (batch.isEmpty() || batch.size() > 256) {
            throw new IllegalArgumentException("a batch has 1..256 tasks, got " + batch.size());
        }
        for (int i = 1; i < batch.size(); i++) {
            if (batch.get(i - 1).key().compareTo(batch.get(i).key()) >= 0) {
                throw new IllegalArgumentException("a batch is sorted by keys, each once: fails at " + i);
            }
        }
    }

    void without(InMemoryStore.Guard guard) {
        isKeyLookedAt &= guard != InMemoryStore.Guard.OWN_ID_UNDER_OWN_KEY;
    }

    private Insertion insert(NewTask task, long owner, Duration lease) {
        var stored = tasks.find(task.key());
        if (stored.isPresent()) {
            return again(task, stored.get(), owner);
        }
        if (!isKeyLookedAt && tasks.find(task.id()).isPresent()) {
            return new Insertion.Fresh(task.id());
        }
        TaskId id = tasks.find(task.id()).isPresent() ? newIds.get() : task.id();
        MemoryRow row = new MemoryRow(id, task, tasks.now());
        begin(row, owner, lease);
        tasks.add(row);
        return row.effectOf
                .<Insertion>map(first -> new Insertion.EffectTaken(id, first))
                .orElseGet(() -> new Insertion.Fresh(id));
    }

    private static void begin(MemoryRow row, long owner, Duration lease) {
        Instant now = row.createdAt;
        switch (row.task.start()) {
            case NewTask.Start.Due _ -> row.next = now;
            case NewTask.Start.Later(Duration in) -> row.next = now.plusMillis(in.toMillis());
            case NewTask.Start.Leased _ -> {
                row.status = TaskStatus.PROCESSING;
                row.epoch = 1;
                row.attempts = 1;
                row.owner = owner;
                row.next = now.plusMillis(lease.toMillis());
            }
            case NewTask.Start.Held held -> {
                row.wait = WaitReason.HELD;
                row.next = now.plus(NewTask.Start.Held.WAIT);
                row.lastError = MemoryRow.cut(held.why());
            }
        }
    }

    private Insertion again(NewTask task, MemoryRow row, long owner) {
        if (row.id.equals(task.id()) && isSameContent(task, row)) {
            if (row.effectOf.isPresent()) {
                return earlier(row);
            }
            boolean isAsStored = switch (task.start()) {
                case NewTask.Start.Leased _ ->
                    row.status == TaskStatus.PROCESSING && row.epoch == 1 && row.owner == owner;
                case NewTask.Start.Due _, NewTask.Start.Later _, NewTask.Start.Held _ ->
                    row.status == TaskStatus.PENDING && row.epoch == 0;
            };
            return isAsStored ? new Insertion.Fresh(row.id) : earlier(row);
        }
        return isSameContent(task, row) ? new Insertion.Duplicate(row.id) : conflict(task, row);
    }

    private static boolean isSameContent(NewTask task, MemoryRow row) {
        return Arrays.equals(task.event().digest(), row.task.event().digest());
    }

    private Insertion conflict(NewTask task, MemoryRow row) {
        boolean isNew = conflicts.stream()
                .noneMatch(known -> known.task().equals(row.id)
                        && Arrays.equals(
                                known.other().event().digest(), task.event().digest()));
        if (isNew) {
            conflicts.add(new InMemoryStore.StoredConflict(row.id, task));
        }
        return new Insertion.Conflict(row.id);
    }

    Insertion quarantine(NewTask task, String why) {
        var stored = tasks.find(task.key());
        if (stored.isPresent() && !stored.get().id.equals(task.id())) {
            return isSameContent(task, stored.get())
                    ? new Insertion.Duplicate(stored.get().id)
                    : conflict(task, stored.get());
        }
        if (stored.isEmpty()) {
            TaskId id = tasks.find(task.id()).isPresent() ? newIds.get() : task.id();
            MemoryRow row = new MemoryRow(id, task, tasks.now());
            row.status = TaskStatus.FAILED;
            row.lastError = MemoryRow.cut("quarantined: " + why);
            tasks.add(row);
            return new Insertion.Quarantined(id, why);
        }
        return new Insertion.Quarantined(task.id(), why);
    }

    List<Insertion> release(List<TaskId> ids, long owner) {
        for (TaskId id : ids) {
            tasks.find(id)
                    .filter(row -> row.status == TaskStatus.PROCESSING && row.epoch == 1 && row.owner == owner)
                    .ifPresent(row -> MemoryWork.toPending(tasks, row, tasks.now(), WaitReason.NONE, 1));
        }
        return find(ids);
    }

    List<Insertion> find(List<TaskId> ids) {
        return ids.stream()
                .flatMap(id -> tasks.find(id).stream())
                .map(MemoryIntake::earlier)
                .toList();
    }

    private static Insertion earlier(MemoryRow row) {
        return row.effectOf
                .<Insertion>map(first -> new Insertion.EffectTaken(row.id, first))
                .orElseGet(() -> new Insertion.Earlier(row.id));
    }
}
