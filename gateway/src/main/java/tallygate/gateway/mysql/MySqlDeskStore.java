package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.desk.ConflictRow;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.FoundTasks;
import tallygate.gateway.desk.Happening;
import tallygate.gateway.desk.Tally;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.AuditRow;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskContent;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.signature.RawRequest;

/** What people look at. */
final class MySqlDeskStore implements DeskStore {
    private final Transactor transactor;
    private final PayloadSeal seal;

    MySqlDeskStore(Transactor transactor, PayloadSeal seal) {
        this.seal = seal;
        this.transactor = transactor;
    }

    @Override
    public FoundTasks search(TaskSearch search) {
        return transactor.run(
                "search tasks",
                Transactor.Mode.READ,
                session -> search.text().isPresent()
                        ? new FoundTasks(byText(session, search.text().get(), search), Optional.empty(), false)
                        : new TaskWalk(session, search).run());
    }

    private static List<TaskRow> byText(Session session, String text, TaskSearch search) throws SQLException {
        Map<Long, TaskRow> found = new LinkedHashMap<>();
        if (text.matches("\\d{1,18}")) {
            keep(found, session.prepare(AdminSql.tasks(DeskSql.BY_ID)).add(Long.parseLong(text)));
        }
        byte[] key = Keys.column(text);
        keep(found, session.prepare(AdminSql.tasks(DeskSql.BY_BIZ)).add(key));
        keep(found, session.prepare(AdminSql.tasks(DeskSql.BY_TXN)).add(key));
        for (String source : search.sources()) {
            keep(
                    found,
                    session.prepare(AdminSql.tasks(DeskSql.BY_EVENT))
                            .add(Keys.column(source))
                            .add(key));
        }
        return new ArrayList<>(found.values());
    }

    private static void keep(Map<Long, TaskRow> found, Params query) throws SQLException {
        TaskRows.read(query).forEach(task -> found.put(task.id().value(), task));
    }

    @Override
    public Failures failures(int limit) {
        return transactor.run("failed tasks", Transactor.Mode.READ, session -> FailedRows.read(session, limit));
    }

    @Override
    public List<TaskRow> ofOrder(String bizId) {
        return transactor.run(
                "tasks of order",
                Transactor.Mode.READ,
                session -> TaskRows.read(
                        session.prepare(AdminSql.tasks(DeskSql.BY_BIZ)).add(Keys.column(bizId))));
    }

    @Override
    public List<Happening> timeline(List<TaskRow> tasks, String bizId) {
        return transactor.run("timeline", Transactor.Mode.READ, session -> new Timeline(session).of(tasks, bizId));
    }

    @Override
    public Optional<TaskContent> readPayload(TaskId task, Actor actor, String what) {
        return transactor.run("read payload", Transactor.Mode.WHOLE, session -> {
            Optional<TaskContent> content = MySqlAdminStore.content(session, task, seal);
            if (content.isPresent()) {
                AuditSql.write(
                        session, actor, new AuditSql.Entry("payload-read", "task", task.toString(), "", what, ""));
            }
            return content;
        });
    }

    @Override
    public List<AuditRow> audit(AuditQuery query) {
        List<String> conditions = new ArrayList<>();
        List<String> values = new ArrayList<>();
        query.actor().ifPresent(actor -> {
            conditions.add(" AND actor = ?");
            values.add(actor);
        });
        query.action().ifPresent(action -> {
            conditions.add(" AND action = ?");
            values.add(action);
        });
        query.object().ifPresent(object -> {
            int colon = object.indexOf(':');
            conditions.add(" AND object_type = ? AND object_id = ?");
            values.add(colon < 0 ? "task" : object.substring(0, colon));
            values.add(object.substring(colon + 1));
        });
        return transactor.run("audit log", Transactor.Mode.READ, session -> {
            Params params = session.prepare(DeskSql.AUDIT.formatted(String.join("", conditions)))
                    .add(query.before());
            for (String value : values) {
                params.add(value);
            }
            return MySqlAdminStore.auditRows(params.add(query.limit()));
        });
    }

    @Override
    public List<ConflictRow> conflicts(boolean isOpen, long before, int limit) {
        String sql = isOpen ? DeskSql.CONFLICTS_OPEN : DeskSql.CONFLICTS;
        return transactor.run(
                "list conflicts",
                Transactor.Mode.READ,
                session -> read(session.prepare(sql).add(before).add(limit)));
    }

    @Override
    public Optional<ConflictRow> conflict(long id) {
        return transactor.run(
                "find conflict",
                Transactor.Mode.READ,
                session -> read(session.prepare(DeskSql.CONFLICT_BY_ID).add(id)).stream()
                        .findFirst());
    }

    private static List<ConflictRow> read(Params query) throws SQLException {
        List<ConflictRow> found = new ArrayList<>();
        try (ResultSet row = query.query()) {
            while (row.next()) {
                found.add(new ConflictRow(
                        row.getLong(1),
                        new TaskId(row.getLong(2)),
                        LeasedRows.key(row, 3, "source", null),
                        LeasedRows.key(row, 4, "event_id", null),
                        row.getString(5),
                        LeasedRows.amount(row, 6),
                        row.getString(7),
                        Params.instant(row, 8),
                        IdentityRows.instant(row, 9),
                        row.getString(10),
                        row.getString(11)));
            }
        }
        return found;
    }

    @Override
    public Optional<TaskContent> readConflict(long id, Actor actor) {
        return transactor.run("read conflict", Transactor.Mode.WHOLE, session -> {
            try (ResultSet row =
                    session.prepare(DeskSql.CONFLICT_REQUEST).add(id).query()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                String conflict = Long.toString(id);
                AuditSql.write(session, actor, new AuditSql.Entry("payload-read", "conflict", conflict, "", "", ""));
                return Optional.of(conflicting(row));
            }
        });
    }

    private TaskContent conflicting(ResultSet row) throws SQLException {
        int key = row.getInt(3);
        if (key != 0) {
            byte[] bound = Settling.ofConflict(new TaskId(row.getLong(4)), row.getBytes(5));
            return PayloadSeal.unpack(seal.openOrRefuse(new PayloadSeal.Sealed(key, row.getBytes(1)), bound));
        }
        try {
            RawRequest request = RequestBytes.whole(LeasedRows.bytes(row, 1));
            byte[] content = row.getBytes(2);
            return new TaskContent(request, content == null ? request.body() : content);
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    StoreException.Kind.REFUSED, "its stored request cannot be read: " + e.getMessage());
        }
    }

    @Override
    public boolean resolveConflict(long id, Actor actor, String resolution) {
        return transactor.run("resolve conflict", Transactor.Mode.WHOLE, session -> {
            int resolved = session.prepare(DeskSql.RESOLVE)
                    .add(actor.name())
                    .add(resolution)
                    .add(id)
                    .update();
            if (resolved == 1) {
                AuditSql.Entry entry = new AuditSql.Entry(
                        "conflict-resolve", "conflict", Long.toString(id), "open", "resolved", resolution);
                AuditSql.write(session, actor, entry);
            }
            return resolved == 1;
        });
    }

    @Override
    public Waiting waiting() {
        return transactor.run(
                "count waiting",
                Transactor.Mode.READ,
                session -> new Waiting(
                        number(session, DeskSql.WAIT_FAILED),
                        number(session, DeskSql.WAIT_CONFLICTS),
                        number(session, DeskSql.WAIT_DISCREPANCIES),
                        number(session, DeskSql.WAIT_DEAD),
                        number(session, DeskSql.WAIT_APPROVALS)));
    }

    @Override
    public Tally tally() {
        return transactor.run("tally", Transactor.Mode.READ, session -> {
            int[] byState = new int[TaskStatus.values().length];
            int waiting = 0;
            Optional<Instant> since = Optional.empty();
            try (ResultSet row =
                    session.prepare(DeskSql.TALLY).add(Tally.TASKS_MAX).query()) {
                while (row.next()) {
                    if (row.getInt(1) >= byState.length) {
                        continue;
                    }
                    boolean waits = row.getBoolean(2);
                    waiting += waits ? row.getInt(3) : 0;
                    byState[row.getInt(1)] += waits ? 0 : row.getInt(3);
                    Instant first = Params.instant(row, 4);
                    since = Optional.of(
                            since.filter(known -> known.isBefore(first)).orElse(first));
                }
            }
            return new Tally(byState[0], waiting, byState[1], byState[2], byState[3], byState[4], since);
        });
    }

    private static int number(Session session, String sql) throws SQLException {
        try (ResultSet row = session.prepare(sql).query()) {
            row.next();
            return row.getInt(1);
        }
    }
}
