package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tallygate.gateway.desk.Happening;
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
            conflicts(task);
            people(task);
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
