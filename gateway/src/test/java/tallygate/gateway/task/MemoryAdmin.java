package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/** What {@link AdminStore} says, on the rows in memory. */
final class MemoryAdmin implements AdminStore {
    private final MemoryTasks tasks;
    private final List<AuditRow> audit = new ArrayList<>();

    MemoryAdmin(MemoryTasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public Optional<TaskRow> find(TaskId id) {
        return tasks.find(id).map(MemoryRow::view);
    }

    @Override
    public Optional<TaskContent> content(TaskId id) {
        return tasks.find(id)
                .map(row -> new TaskContent(row.task.request(), row.task.event().content()));
    }

    @Override
    public List<TaskRow> list(TaskQuery query) {
        return tasks.newestFirst().stream()
                .map(MemoryRow::view)
                .filter(row -> query.statuses().isEmpty() || query.statuses().contains(row.status()))
                .filter(row -> query.route().map(row.route()::equals).orElse(true))
                .filter(row -> query.endpoint().map(row.endpoint()::equals).orElse(true))
                .filter(row -> query.bizId().map(row.bizId()::equals).orElse(true))
                .filter(row -> query.eventId().map(row.eventId()::equals).orElse(true))
                .filter(row -> query.before()
                        .map(before -> row.id().compareTo(before) < 0)
                        .orElse(true))
                .filter(row -> query.from()
                        .map(from -> row.id().value() >= TaskIds.firstOf(from))
                        .orElse(true))
                .filter(row -> query.to()
                        .map(to -> row.id().value() < TaskIds.firstOf(to))
                        .orElse(true))
                .limit(query.limit())
                .toList();
    }

    @Override
    public Walked walk(TaskQuery query) {
        return new Walked(list(query), Optional.empty());
    }

    @Override
    public Changed change(StateChange change) {
        Optional<MemoryRow> found = tasks.find(change.task());
        if (found.isEmpty()) {
            return new Changed.Missing();
        }
        MemoryRow row = found.get();
        if (row.status != change.from()) {
            return new Changed.Stale(row.view());
        }
        if (change.to() == TaskStatus.PENDING && row.isEmptied) {
            return new Changed.Emptied(row.view());
        }
        String before = line(row);
        tasks.change(row, () -> {
            row.status = row.status.to(change.to());
            row.next = tasks.now();
            row.wait = WaitReason.NONE;
            row.crashes = 0;
            row.retryCount = change.to() == TaskStatus.PENDING ? 0 : row.retryCount;
        });
        write(change.actor(), change.action(), row, before, change.reason());
        return new Changed.Made(row.view());
    }

    @Override
    public Changed release(TaskId id, Actor actor, String reason) {
        Optional<MemoryRow> found = tasks.find(id);
        if (found.isEmpty()) {
            return new Changed.Missing();
        }
        MemoryRow row = found.get();
        if (row.status != TaskStatus.PENDING || row.wait != WaitReason.HELD) {
            return new Changed.Stale(row.view());
        }
        String before = line(row);
        tasks.change(row, () -> {
            row.next = tasks.now();
            row.wait = WaitReason.NONE;
        });
        write(actor, "task-release", row, before, reason);
        return new Changed.Made(row.view());
    }

    private void write(Actor actor, String action, MemoryRow row, String before, String reason) {
        audit.add(new AuditRow(
                audit.size() + 1L,
                tasks.now(),
                actor,
                action,
                "task",
                row.id.toString(),
                before,
                line(row),
                reason,
                false));
    }

    private static String line(MemoryRow row) {
        return TaskRow.stateLine(row.status, row.retryCount, row.wait);
    }

    /** Whether somebody has changed the task by a deed. */
    boolean isTouched(TaskId id) {
        return audit.stream()
                .anyMatch(row -> row.objectType().equals("task")
                        && row.objectId().equals(id.toString())
                        && !row.action().equals("payload-read"));
    }

    @Override
    public void audit(Actor actor, String action, String objectType, String objectId, String reason) {
        audit.add(new AuditRow(
                audit.size() + 1L, tasks.now(), actor, action, objectType, objectId, "", "", reason, false));
    }

    @Override
    public List<AuditRow> auditLog(long before, int limit) {
        return audit.reversed().stream()
                .filter(row -> row.id() < before)
                .limit(limit)
                .toList();
    }

    @Override
    public TaskCounts counts() {
        Instant now = tasks.now();
        List<TaskCounts.Count> counts = new ArrayList<>();
        List<TaskCounts.Age> ages = new ArrayList<>();
        for (String route : tasks.routes()) {
            for (TaskStatus status : List.of(TaskStatus.PENDING, TaskStatus.PROCESSING, TaskStatus.FAILED)) {
                int rows = tasks.lane(status, route).size();
                if (rows > 0) {
                    boolean isCapped = rows > TaskCounts.COUNT_MAX;
                    counts.add(new TaskCounts.Count(route, status, isCapped ? TaskCounts.COUNT_MAX : rows, isCapped));
                }
            }
            NavigableSet<MemoryRow> pending = tasks.lane(TaskStatus.PENDING, route);
            if (!pending.isEmpty() && !pending.first().next.isAfter(now)) {
                ages.add(new TaskCounts.Age(route, Duration.between(pending.first().next, now)));
            }
        }
        return new TaskCounts(counts, ages);
    }
}
