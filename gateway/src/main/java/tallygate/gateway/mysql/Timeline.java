package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.desk.Happening;
import tallygate.gateway.task.CopyCount;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;

/** Gathers what the tables know of an order's tasks. */
final class Timeline {
    private final Session session;
    private final List<Happening> all = new ArrayList<>();

    Timeline(Session session) {
        this.session = session;
    }

    List<Happening> of(List<TaskRow> tasks, String bizId) throws SQLException {
        for (TaskRow task : tasks) {
            arrival(task);
            attempts(task);
            copies(task);
            conflicts(task);
            people(task);
            probe(task);
            questions(task);
            statementRows(task);
        }
        if (!bizId.isEmpty()) {
            sagas(bizId);
        }
        all.sort(Comparator.comparing(Happening::at));
        return all;
    }

    private void arrival(TaskRow task) {
        String id = task.id().toString();
        all.add(new Happening(task.createdAt(), Happening.Actor.PROVIDER, "received", id, task.eventType()));
        all.add(new Happening(task.createdAt(), Happening.Actor.GATE, "verified", id, task.endpoint()));
        task.effectOf()
                .ifPresent(other -> all.add(new Happening(
                        task.createdAt(), Happening.Actor.GATE, "duplicate-effect", id, other.toString())));
        if (task.status() == tallygate.gateway.task.TaskStatus.SUCCESS) {
            all.add(new Happening(task.nextRetryTime(), Happening.Actor.WORKER, "done", id, ""));
        }
    }

    private void attempts(TaskRow task) throws SQLException {
        try (ResultSet row =
                session.prepare(DeskSql.ATTEMPTS).add(task.id().value()).query()) {
            while (row.next()) {
                String outcome = row.getString(2);
                if (!outcome.equals("done")) {
                    String text = row.getString(4);
                    all.add(new Happening(
                            Params.instant(row, 1),
                            Happening.Actor.WORKER,
                            outcome,
                            task.id().toString(),
                            row.getInt(3) + (text.isEmpty() ? "" : ": " + text)));
                }
            }
        }
    }

    /** The first and the last of them: what came between is counted only. */
    private void copies(TaskRow task) throws SQLException {
        Optional<CopyCount> found = copies(session, task.id());
        if (found.isEmpty()) {
            return;
        }
        CopyCount count = found.get();
        if (count.copies() > 1) {
            add(count.firstSeen(), Happening.Actor.PROVIDER, "copy", task, "1");
        }
        String text = count.copies() + (count.lastAddress().isEmpty() ? "" : ": " + count.lastAddress());
        add(count.lastSeen(), Happening.Actor.PROVIDER, "copy", task, text);
    }

    static Optional<CopyCount> copies(Session session, TaskId task) throws SQLException {
        try (ResultSet row =
                session.prepare(DeskSql.COPIES_OF).add(task.value()).query()) {
            return row.next()
                    ? Optional.of(new CopyCount(
                            row.getLong(1),
                            Params.instant(row, 2),
                            Params.instant(row, 3),
                            new String(LeasedRows.bytes(row, 4), StandardCharsets.UTF_8)))
                    : Optional.empty();
        }
    }

    private void conflicts(TaskRow task) throws SQLException {
        try (ResultSet row =
                session.prepare(DeskSql.CONFLICTS_OF).add(task.id().value()).query()) {
            while (row.next()) {
                all.add(new Happening(
                        Params.instant(row, 1), Happening.Actor.PROVIDER, "conflict", row.getString(2), ""));
            }
        }
    }

    private void people(TaskRow task) throws SQLException {
        try (ResultSet row =
                session.prepare(DeskSql.AUDIT_OF).add(task.id().toString()).query()) {
            while (row.next()) {
                String reason = row.getString(4);
                all.add(new Happening(
                        Params.instant(row, 1),
                        Happening.Actor.PERSON,
                        row.getString(2),
                        task.id().toString(),
                        row.getString(3) + (reason.isEmpty() ? "" : ": " + reason)));
            }
        }
    }

    /** What its receiver said when it was asked whether the effect is there. */
    private void probe(TaskRow task) throws SQLException {
        try (ResultSet row =
                session.prepare(DeskSql.PROBE_OF).add(task.id().value()).query()) {
            while (row.next()) {
                String kind = switch (row.getInt(3)) {
                    case 0 -> "probe-open";
                    case 1 -> "probe-applied";
                    case 2 -> "probe-not-applied";
                    default -> "unknown";
                };
                add(Params.instant(row, 1), Happening.Actor.WORKER, kind, task, asked(row.getInt(2), row.getString(4)));
            }
        }
    }

    /** What its provider said about a payment whose outcome was not known. */
    private void questions(TaskRow task) throws SQLException {
        String reference = task.effectKey().startsWith(task.source() + ":")
                ? task.effectKey().substring(task.source().length() + 1)
                : task.effectKey();
        if (reference.isEmpty()) {
            return;
        }
        try (ResultSet row = session.prepare(DeskSql.QUESTIONS_OF)
                .add(Keys.column(task.source()))
                .add(Keys.column(reference))
                .query()) {
            while (row.next()) {
                String kind =
                        row.getInt(3) == 0 ? "question-open" : row.getInt(3) == 1 ? "question-answered" : "unknown";
                String answer = row.getString(4);
                add(
                        Params.instant(row, 1),
                        Happening.Actor.GATE,
                        kind,
                        task,
                        asked(row.getInt(2), answer.isEmpty() ? row.getString(5) : answer));
            }
        }
    }

    private static String asked(int times, String answer) {
        return times + (answer.isEmpty() ? "" : ": " + answer);
    }

    private void statementRows(TaskRow task) throws SQLException {
        try (ResultSet row = session.prepare(DeskSql.STATEMENT_ROWS_OF)
                .add(task.id().value())
                .query()) {
            while (row.next()) {
                String verdict = row.getString(6);
                add(
                        Params.instant(row, 1),
                        Happening.Actor.PROVIDER,
                        "statement-row",
                        task,
                        row.getString(2) + " " + row.getString(4) + " " + row.getLong(3) + " " + row.getString(5)
                                + (verdict.isEmpty() ? "" : ": " + verdict));
            }
        }
    }

    private void add(Instant at, Happening.Actor actor, String kind, TaskRow task, String text) {
        all.add(new Happening(at, actor, kind, task.id().toString(), text));
    }

    private void sagas(String bizId) throws SQLException {
        try (ResultSet row =
                session.prepare(DeskSql.SAGA_STEPS).add(Keys.column(bizId)).query()) {
            while (row.next()) {
                String kind = switch (row.getInt(5)) {
                    case 0 -> "saga-sent";
                    case 1 -> "saga-done";
                    case 2 -> "saga-refused";
                    case 3 -> "saga-undone";
                    case 4 -> "dead";
                    default -> "unknown";
                };
                String error = row.getString(7);
                all.add(new Happening(
                        Params.instant(row, 1),
                        Happening.Actor.SAGA,
                        kind,
                        row.getString(2),
                        row.getString(3) + " " + row.getString(4) + (error.isEmpty() ? "" : ": " + error)));
            }
        }
    }
}
