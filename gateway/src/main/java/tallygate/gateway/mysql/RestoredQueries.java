package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Gathers {@link Restored} in one session. It walks the whole unique index of the tasks. */
final class RestoredQueries {
    /** Ids are ordered by time, so the greatest is the newest; the index holds both columns. */
    private static final String ENDS = """
        SELECT t.source, t.event_id, t.created_at, newest.tasks, m.confirmed_until
          FROM (SELECT source, MAX(id) AS id, COUNT(*) AS tasks FROM async_task GROUP BY source) newest
          JOIN async_task t ON t.id = newest.id
          LEFT JOIN event_gap_mark m ON m.source = t.source AND m.confirmed_until > '1970-01-02'
         ORDER BY t.source
        """;

    private static final String CHAIN =
            "SELECT chain_seq, at FROM audit_log WHERE chain_seq IS NOT NULL ORDER BY chain_seq DESC LIMIT 1";

    private static final String TASKS = "SELECT COUNT(*) FROM async_task WHERE status = ?";

    private static final String SAGAS = "SELECT COUNT(*) FROM saga_instance WHERE status IN (0, 1, 3)";

    private static final List<String> NUMBERED =
            List.of("audit_log", "discrepancy", "rejected_callback", "callback_conflict", "compensation_dead_letter");

    private final Session session;

    RestoredQueries(Session session) {
        this.session = session;
    }

    Restored run() throws SQLException {
        Map<String, Long> highest = new TreeMap<>();
        for (String table : NUMBERED) {
            highest.put(table, number("SELECT COALESCE(MAX(id), 0) FROM " + table));
        }
        return new Restored(
                now(), ends(), chain(), new Restored.Unfinished(tasks(0), tasks(1), number(SAGAS)), highest);
    }

    private Instant now() throws SQLException {
        try (ResultSet row = session.prepare(NodeSql.NOW).query()) {
            row.next();
            return Params.instant(row, 1);
        }
    }

    private List<Restored.End> ends() throws SQLException {
        List<Restored.End> ends = new ArrayList<>();
        try (ResultSet rows = session.prepare(ENDS).query()) {
            while (rows.next()) {
                Optional<Instant> listed =
                        rows.getString(5) == null ? Optional.empty() : Optional.of(Params.instant(rows, 5));
                ends.add(new Restored.End(
                        DiscrepancyRows.text(rows, 1),
                        DiscrepancyRows.text(rows, 2),
                        Params.instant(rows, 3),
                        rows.getLong(4),
                        listed));
            }
        }
        return ends;
    }

    private Restored.Chain chain() throws SQLException {
        try (ResultSet row = session.prepare(CHAIN).query()) {
            return row.next()
                    ? new Restored.Chain(row.getLong(1), Optional.of(Params.instant(row, 2)))
                    : new Restored.Chain(0, Optional.empty());
        }
    }

    private long tasks(int status) throws SQLException {
        try (ResultSet row = session.prepare(TASKS).add(status).query()) {
            row.next();
            return row.getLong(1);
        }
    }

    private long number(String query) throws SQLException {
        try (ResultSet row = session.prepare(query).query()) {
            row.next();
            return row.getLong(1);
        }
    }
}
