package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.desk.RevocationStore;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.NewTask;

/** Walks the tasks since a key leaked in order of their ids, which grow with time; each step is a transaction with its audit row. */
final class MySqlRevocationStore implements RevocationStore {
    private static final String LIST = """
        SELECT id, endpoint, key_id, from_at, seen, held, status, asked_by, created_at
          FROM key_revocation
         ORDER BY id DESC
         LIMIT ?
        """;
    private static final String TAKE = """
        SELECT id, endpoint, key_id, last_id, created_at < UTC_TIMESTAMP(3) - INTERVAL 10 SECOND
          FROM key_revocation
         WHERE status = 0
         ORDER BY id
         LIMIT 1
           FOR UPDATE SKIP LOCKED
        """;
    private static final String WINDOW = """
        SELECT COALESCE(MAX(w.id), 0), COUNT(*), COALESCE(SUM(w.endpoint = ?), 0)
          FROM (SELECT id, endpoint FROM async_task WHERE id > ? ORDER BY id LIMIT ?) w
        """;
    private static final String HOLD = """
        UPDATE async_task
           SET wait_reason = 5, next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, last_error = ?,
               updated_at = UTC_TIMESTAMP(3)
         WHERE id > ? AND id <= ? AND endpoint = ? AND status = 0 AND wait_reason <> 5
        """;
    private static final String MOVE =
            "UPDATE key_revocation SET last_id = ?, seen = seen + ?, held = held + ? WHERE id = ?";
    private static final String END = "UPDATE key_revocation SET status = 1 WHERE id = ?";

    private final Transactor transactor;

    MySqlRevocationStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public List<Row> list(int limit) {
        return transactor.run("list revocations", Transactor.Mode.READ, session -> {
            List<Row> found = new ArrayList<>();
            try (ResultSet row = session.prepare(LIST).add(limit).query()) {
                while (row.next()) {
                    found.add(new Row(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            Params.instant(row, 4),
                            row.getLong(5),
                            row.getLong(6),
                            row.getInt(7) == 1,
                            row.getString(8),
                            Params.instant(row, 9)));
                }
            }
            return found;
        });
    }

    private record Run(long id, String endpoint, String key, long after, boolean mayEnd) {}

    @Override
    public boolean step(int rows) {
        return transactor.run("hold tasks of a revoked key", Transactor.Mode.WHOLE, session -> {
            Run run;
            try (ResultSet row = session.prepare(TAKE).query()) {
                if (!row.next()) {
                    return false;
                }
                run = new Run(row.getLong(1), row.getString(2), row.getString(3), row.getLong(4), row.getBoolean(5));
            }
            return step(session, run, rows);
        });
    }

    /** It goes on for ten seconds, until what was on its way when it began is there. */
    private static boolean step(Session session, Run run, int rows) throws SQLException {
        long last;
        long seen;
        Params query =
                session.prepare(WINDOW).add(run.endpoint()).add(run.after()).add(rows);
        try (ResultSet window = query.query()) {
            window.next();
            last = window.getLong(1);
            seen = window.getLong(3);
            if (window.getInt(2) == 0) {
                return run.mayEnd() && session.prepare(END).add(run.id()).update() == 1;
            }
        }
        int held = session.prepare(HOLD)
                .add(NewTask.Start.Held.WAIT.toMillis() * 1000)
                .add(Texts.cut("on hold: key " + run.key() + " is revoked; confirm at the provider, then release", 512))
                .add(run.after())
                .add(last)
                .add(run.endpoint())
                .update();
        session.prepare(MOVE).add(last).add(seen).add(held).add(run.id()).update();
        if (held > 0) {
            AuditSql.write(
                    session,
                    new Actor("tallygate", "key-revocation " + run.id()),
                    new AuditSql.Entry(
                            "tasks-hold",
                            "endpoint",
                            run.endpoint(),
                            "",
                            held + " tasks with ids " + run.after() + " .. " + last + " are on hold",
                            "key " + run.key() + " is revoked"));
        }
        return true;
    }
}
