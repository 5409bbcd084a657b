package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.AuditRow;
import tallygate.gateway.task.Changed;
import tallygate.gateway.task.CopyCount;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskContent;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskQuery;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;

/** What people see and change; every change in one transaction with its audit row. */
final class MySqlAdminStore implements AdminStore {
    private static final List<TaskStatus> COUNTED =
            List.of(TaskStatus.PENDING, TaskStatus.PROCESSING, TaskStatus.FAILED);

    private final Transactor transactor;
    private final PayloadSeal seal;

    MySqlAdminStore(Transactor transactor, PayloadSeal seal) {
        this.seal = seal;
        this.transactor = transactor;
    }

    @Override
    public Optional<TaskRow> find(TaskId id) {
        return transactor.run("find task", Transactor.Mode.READ, session -> find(session, id));
    }

    @Override
    public Optional<CopyCount> copies(TaskId id) {
        return transactor.run("copies of task", Transactor.Mode.READ, session -> Timeline.copies(session, id));
    }

    private static Optional<TaskRow> find(Session session, TaskId id) throws SQLException {
        return TaskRows.one(session.prepare(AdminSql.FIND).add(id.value()));
    }

    @Override
    public Optional<TaskContent> content(TaskId id) {
        return transactor.run("task content", Transactor.Mode.READ, session -> content(session, id, seal));
    }

    /** @throws StoreException REFUSED when it is sealed and does not open */
    static Optional<TaskContent> content(Session session, TaskId id, PayloadSeal seal) throws SQLException {
        try (ResultSet rows = session.prepare(AdminSql.CONTENT).add(id.value()).query()) {
            if (!rows.next()) {
                return Optional.empty();
            }
            LeasedRows.At at = LeasedRows.At.read(rows, id.value(), 9);
            return Optional.of(LeasedRows.content(rows, 1, at, seal));
        } catch (UnreadableException e) {
            throw new StoreException(StoreException.Kind.REFUSED, "task " + id + ": " + e.getMessage());
        }
    }

    @Override
    public List<TaskRow> list(TaskQuery query) {
        return transactor.run(
                "list tasks", Transactor.Mode.READ, session -> list(session, query, TaskFilter.of(query)));
    }

    private static List<TaskRow> list(Session session, TaskQuery query, TaskFilter filter) throws SQLException {
        Params params = session.prepare(AdminSql.list(filter.conditions()));
        filter.bind(params);
        return TaskRows.read(params.add(query.limit()));
    }

    @Override
    public Walked walk(TaskQuery query) {
        return transactor.run("list tasks", Transactor.Mode.READ, session -> {
            TaskFilter filter = TaskFilter.of(query);
            if (query.eventId().isPresent()) {
                filter.ofSources(sources(session));
            }
            Optional<TaskId> end = query.isPicky() ? end(session, query) : Optional.empty();
            end.ifPresent(filter::downTo);
            return new Walked(list(session, query, filter), end);
        });
    }

    /** The index of event ids begins with the account; there are some dozens of those. */
    private static List<byte[]> sources(Session session) throws SQLException {
        List<byte[]> sources = new ArrayList<>();
        byte @Nullable [] last = new byte[0];
        while (last != null) {
            try (ResultSet row = session.prepare(AdminSql.NEXT_SOURCE).add(last).query()) {
                last = row.next() ? row.getBytes(1) : null;
            }
            if (last != null) {
                sources.add(last);
            }
        }
        return sources;
    }

    private static Optional<TaskId> end(Session session, TaskQuery query) throws SQLException {
        Params params = session.prepare(DeskSql.END_BY_ARRIVAL)
                .add(TaskFilter.before(query))
                .add(query.from().map(TaskIds::firstOf).orElse(0L))
                .add(DeskSql.WALK_BY_ARRIVAL);
        try (ResultSet row = params.query()) {
            return row.next() ? Optional.of(new TaskId(row.getLong(1))) : Optional.empty();
        }
    }

    @Override
    public Changed change(StateChange change) {
        return transactor.run("change task", Transactor.Mode.WHOLE, session -> {
            Optional<Seen> seen = look(session, change.task());
            if (seen.isEmpty()) {
                return new Changed.Missing();
            }
            if (seen.get().status() != change.from()) {
                return new Changed.Stale(find(session, change.task()).orElseThrow());
            }
            boolean isSettling = change.from() == TaskStatus.FAILED && change.to() == TaskStatus.COMPENSATED;
            if (isSettling && Probing.isAsked(session, change.task())) {
                return new Changed.Asked(find(session, change.task()).orElseThrow());
            }
            if (change.to() == TaskStatus.PENDING && seen.get().isEmptied()) {
                return new Changed.Emptied(find(session, change.task()).orElseThrow());
            }
            int changed = session.prepare(AdminSql.CHANGE)
                    .add(change.to().code())
                    .add(change.to().code())
                    .add(change.task().value())
                    .add(change.from().code())
                    .update();
            return made(session, changed, change.task(), seen.get(), change.actor(), change.action(), change.reason());
        });
    }

    @Override
    public Changed release(TaskId id, Actor actor, String reason) {
        return transactor.run("release task", Transactor.Mode.WHOLE, session -> {
            Optional<Seen> seen = look(session, id);
            if (seen.isEmpty()) {
                return new Changed.Missing();
            }
            if (seen.get().status() != TaskStatus.PENDING || seen.get().waitReason() != WaitReason.HELD) {
                return new Changed.Stale(find(session, id).orElseThrow());
            }
            if (isSuspect(session, id)) {
                return new Changed.ForTwo(find(session, id).orElseThrow());
            }
            int changed = session.prepare(AdminSql.RELEASE).add(id.value()).update();
            return made(session, changed, id, seen.get(), actor, "task-release", reason);
        });
    }

    private static boolean isSuspect(Session session, TaskId id) throws SQLException {
        try (ResultSet row = session.prepare(AdminSql.SUSPECT).add(id.value()).query()) {
            return row.next();
        }
    }

    /** The state under the row lock. */
    private record Seen(TaskStatus status, int retryCount, WaitReason waitReason, boolean isEmptied) {
        String line() {
            return TaskRow.stateLine(status, retryCount, waitReason);
        }
    }

    private static Optional<Seen> look(Session session, TaskId id) throws SQLException {
        try (ResultSet rows =
                session.prepare(AdminSql.FIND_LOCKED).add(id.value()).query()) {
            return rows.next()
                    ? Optional.of(new Seen(
                            TaskStatus.of(rows.getInt(1)),
                            rows.getInt(2),
                            WaitReason.of(rows.getInt(3)),
                            rows.getBoolean(4)))
                    : Optional.empty();
        }
    }

    private static Changed made(
            Session session, int changed, TaskId id, Seen before, Actor actor, String action, String reason)
            throws SQLException {
        if (changed != 1) {
            throw new IllegalStateException(changed + " rows of task " + id + " changed under its lock, rolled back");
        }
        TaskRow after = find(session, id).orElseThrow();
        String line = TaskRow.stateLine(after.status(), after.retryCount(), after.waitReason());
        AuditSql.write(session, actor, new AuditSql.Entry(action, "task", id.toString(), before.line(), line, reason));
        return new Changed.Made(after);
    }

    @Override
    public void audit(Actor actor, String action, String objectType, String objectId, String reason) {
        transactor.run("audit", Transactor.Mode.WHOLE, session -> {
            AuditSql.write(session, actor, new AuditSql.Entry(action, objectType, objectId, "", "", reason));
            return true;
        });
    }

    @Override
    public List<AuditRow> auditLog(long before, int limit) {
        return transactor.run(
                "audit log",
                Transactor.Mode.READ,
                session -> auditRows(session.prepare(AuditSql.LIST).add(before).add(limit)));
    }

    static List<AuditRow> auditRows(Params query) throws SQLException {
        List<AuditRow> log = new ArrayList<>();
        try (ResultSet rows = query.query()) {
            while (rows.next()) {
                log.add(new AuditRow(
                        rows.getLong(1),
                        Params.instant(rows, 2),
                        new Actor(rows.getString(3), rows.getString(4)),
                        rows.getString(5),
                        rows.getString(6),
                        rows.getString(7),
                        rows.getString(8),
                        rows.getString(9),
                        rows.getString(10),
                        rows.getBoolean(11)));
            }
        }
        return log;
    }

    @Override
    public TaskCounts counts() {
        return transactor.run("count tasks", Transactor.Mode.READ, session -> {
            List<TaskCounts.Count> counts = new ArrayList<>();
            List<TaskCounts.Age> ages = new ArrayList<>();
            List<Lanes.Lane> lanes = new ArrayList<>(Lanes.all(session));
            lanes.add(new Lanes.Lane(0, TaskCounts.NOT_SORTED_IN));
            lanes.add(new Lanes.Lane(Lanes.OTHER, TaskCounts.TOO_MANY_ROUTES));
            for (Lanes.Lane lane : lanes) {
                for (TaskStatus status : COUNTED) {
                    count(session, lane, status).ifPresent(counts::add);
                }
                oldestDue(session, lane).ifPresent(ages::add);
            }
            return new TaskCounts(counts, ages);
        });
    }

    private static Optional<TaskCounts.Count> count(Session session, Lanes.Lane lane, TaskStatus status)
            throws SQLException {
        int found = depth(session, status, lane.number(), TaskCounts.COUNT_MAX);
        boolean isCapped = found > TaskCounts.COUNT_MAX;
        return found == 0
                ? Optional.empty()
                : Optional.of(
                        new TaskCounts.Count(lane.route(), status, isCapped ? TaskCounts.COUNT_MAX : found, isCapped));
    }

    /** Tasks of one lane and state; one more than the limit stands for any number above it. */
    static int depth(Session session, TaskStatus status, int lane, int limit) throws SQLException {
        try (ResultSet beyond = session.prepare(AdminSql.BEYOND)
                .add(status.code())
                .add(lane)
                .add(limit)
                .query()) {
            if (beyond.next()) {
                return limit + 1;
            }
        }
        try (ResultSet rows =
                session.prepare(AdminSql.COUNT).add(status.code()).add(lane).query()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static Optional<TaskCounts.Age> oldestDue(Session session, Lanes.Lane lane) throws SQLException {
        try (ResultSet rows =
                session.prepare(AdminSql.OLDEST_DUE).add(lane.number()).query()) {
            return rows.next()
                    ? Optional.of(new TaskCounts.Age(lane.route(), Duration.ofMillis(rows.getLong(1) / 1000)))
                    : Optional.empty();
        }
    }
}
