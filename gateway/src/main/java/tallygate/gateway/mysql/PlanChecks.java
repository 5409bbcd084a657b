package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tallygate.gateway.task.TaskStatus;

/** Looks at tables, indexes and the plans of the hot statements. */
final class PlanChecks {
    /** A plan says little about a table smaller than this. */
    private static final long ROWS_MIN = 10_000;

    private static final String ENGINES = """
        SELECT table_name, engine
          FROM information_schema.tables
         WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'
        """;

    private static final String INDEXES = """
        SELECT index_name, non_unique, column_name
          FROM information_schema.statistics
         WHERE table_schema = DATABASE() AND table_name = 'async_task'
         ORDER BY index_name, seq_in_index
        """;

    private static final Map<String, String> WANTED = Map.of(
            "PRIMARY", "unique id",
            "uk_event", "unique source,event_id",
            "uk_effect", "unique effect_key",
            "k_due", "status,lane,next_retry_time");

    private static final String SIZE = """
        SELECT table_rows
          FROM information_schema.tables
         WHERE table_schema = DATABASE() AND table_name = 'async_task'
        """;

    private final Session session;

    PlanChecks(Session session) {
        this.session = session;
    }

    void run(List<Finding> findings) throws SQLException {
        findings.add(engines());
        boolean isThere = indexes(findings);
        if (isThere) {
            long rows = size();
            findings.add(plan("claim", claim(), rows));
            findings.add(plan("complete", complete(), rows));
            findings.add(plan("own ids", byId(), rows));
            findings.add(plan("duplicates", byKey(), rows));
        }
    }

    private Finding engines() throws SQLException {
        List<String> others = new ArrayList<>();
        try (ResultSet rows = session.prepare(ENGINES).query()) {
            while (rows.next()) {
                others.add(rows.getString(1) + " " + rows.getString(2));
            }
        }
        return Finding.demand(
                others.isEmpty(),
                "engine",
                others.isEmpty() ? "InnoDB" : String.join(", ", others),
                "ALTER TABLE … ENGINE=InnoDB for each of them: other engines have no transactions.");
    }

    private boolean indexes(List<Finding> findings) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (ResultSet rows = session.prepare(INDEXES).query()) {
            while (rows.next()) {
                String first = rows.getInt(2) == 0 ? "unique " : "";
                String column = rows.getString(3).toLowerCase(Locale.ROOT);
                found.merge(rows.getString(1), first + column, (before, _) -> before + "," + column);
            }
        }
        boolean isWhole =
                WANTED.entrySet().stream().allMatch(wanted -> wanted.getValue().equals(found.get(wanted.getKey())));
        findings.add(Finding.demand(
                isWhole,
                "indexes of async_task",
                found.isEmpty() ? "no table async_task" : found.toString(),
                "Start a gateway, which brings the schema up to date, or restore the indexes of db/migration: without"
                        + " the unique ones an event or an effect can be done twice."));
        return isWhole;
    }

    private long size() throws SQLException {
        try (ResultSet rows = session.prepare(SIZE).query()) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    private Params claim() throws SQLException {
        return session.prepare("EXPLAIN " + WorkSql.CLAIM)
                .add(TaskStatus.PENDING.code())
                .add(1)
                .add("2020-01-01 00:00:00.000")
                .add(200);
    }

    private Params complete() throws SQLException {
        Params params = session.prepare("EXPLAIN " + WorkSql.DONE.exactly(2));
        return params.add(1L).add(1).add(2L).add(1);
    }

    private Params byId() throws SQLException {
        return session.prepare("EXPLAIN " + IntakeSql.BY_ID.exactly(2)).add(1L).add(2L);
    }

    private Params byKey() throws SQLException {
        Params params = session.prepare("EXPLAIN " + IntakeSql.BY_KEY.exactly(2));
        return params.addBytes("a").addBytes("b").addBytes("c");
    }

    /** A full scan or a filesort on a large table: the claim would lock every candidate. */
    private static Finding plan(String name, Params explain, long rowsInTable) throws SQLException {
        List<String> steps = new ArrayList<>();
        boolean isBad = false;
        try (ResultSet rows = explain.query()) {
            while (rows.next()) {
                String type = String.valueOf(rows.getString("type"));
                String extra = String.valueOf(rows.getString("Extra"));
                steps.add(type + " key=" + rows.getString("key") + " rows=" + rows.getString("rows") + " " + extra);
                isBad |= type.equalsIgnoreCase("ALL") || type.equals("index") || extra.contains("filesort");
            }
        }
        String value = String.join("; ", steps);
        String what = "plan of " + name;
        return isBad && rowsInTable >= ROWS_MIN
                ? Finding.unsafe(what, value, "Run ANALYZE TABLE async_task and look again; if it stays, report it.")
                : Finding.ok(what, value);
    }
}
