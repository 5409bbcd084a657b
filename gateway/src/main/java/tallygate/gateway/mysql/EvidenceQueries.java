package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Gathers {@link Evidence} in one session. */
final class EvidenceQueries {
    private static final String INDEXES = """
        SELECT table_name, index_name, non_unique, column_name
          FROM information_schema.statistics
         WHERE table_schema = DATABASE()
         ORDER BY table_name, index_name, seq_in_index
        """;

    private static final String TIMEOUTS = """
        SELECT t.saga_type, t.step_name, t.direction, t.p99_millis, t.timeout_millis
          FROM saga_timeout t
          JOIN (SELECT MAX(id) AS id FROM saga_timeout GROUP BY saga_type, step_name, direction) newest
            ON newest.id = t.id
         ORDER BY t.id
        """;

    private static final String LETTERS = """
        SELECT COUNT(*), COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)), 0)
          FROM compensation_dead_letter
         WHERE status = 0
        """;

    private static final String GUARDS = """
        SELECT table_schema
          FROM information_schema.statistics
         WHERE table_name = 'saga_guard' AND index_name = 'PRIMARY'
         GROUP BY table_schema
        HAVING COUNT(*) = 1 AND MAX(LOWER(column_name)) = 'request_id'
         ORDER BY table_schema
        """;

    private final Session session;

    EvidenceQueries(Session session) {
        this.session = session;
    }

    Evidence run(InstantSource clock) throws SQLException {
        List<Finding> findings = new DatabaseChecks(session).run(clock);
        return new Evidence(now(), findings, indexes(), timeouts(), letters(), guards());
    }

    private Instant now() throws SQLException {
        try (ResultSet row = session.prepare(NodeSql.NOW).query()) {
            row.next();
            return Params.instant(row, 1);
        }
    }

    private Map<String, String> indexes() throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (ResultSet rows = session.prepare(INDEXES).query()) {
            while (rows.next()) {
                String name = rows.getString(1).toLowerCase(Locale.ROOT) + "." + rows.getString(2);
                String column = rows.getString(4).toLowerCase(Locale.ROOT);
                String first = rows.getInt(3) == 0 ? "unique " : "";
                found.merge(name, first + column, (before, _) -> before + "," + column);
            }
        }
        return found;
    }

    private List<Evidence.StepTimeout> timeouts() throws SQLException {
        List<Evidence.StepTimeout> timeouts = new ArrayList<>();
        try (ResultSet rows = session.prepare(TIMEOUTS).query()) {
            while (rows.next()) {
                timeouts.add(new Evidence.StepTimeout(
                        rows.getString(1),
                        rows.getString(2),
                        rows.getInt(3) == 0,
                        Duration.ofMillis(rows.getLong(4)),
                        Duration.ofMillis(rows.getLong(5))));
            }
        }
        return timeouts;
    }

    private Evidence.Letters letters() throws SQLException {
        try (ResultSet row = session.prepare(LETTERS).query()) {
            row.next();
            return new Evidence.Letters(row.getLong(1), Duration.ofSeconds(row.getLong(2)));
        }
    }

    private List<String> guards() throws SQLException {
        List<String> guards = new ArrayList<>();
        try (ResultSet rows = session.prepare(GUARDS).query()) {
            while (rows.next()) {
                guards.add(rows.getString(1));
            }
        }
        return guards;
    }
}
