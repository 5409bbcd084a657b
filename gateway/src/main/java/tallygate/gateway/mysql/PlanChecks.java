package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks at tables, indexes and the plans of the hot statements. A statement whose index is gone, or that reads a large table whole
 * or sorts, is unsafe: it works in tests and stands still under load, and a claim that sorts locks every candidate.
 */
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

    private static final String SIZES = """
        SELECT table_name, table_rows
          FROM information_schema.tables
         WHERE table_schema = DATABASE()
        """;

    private final Session session;

    PlanChecks(Session session) {
        this.session = session;
    }

    void run(List<Finding> findings) throws SQLException {
        findings.add(engines());
        indexes(findings);
        plans(findings);
    }

    /** The plans alone. */
    static List<Finding> plans(Session session) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        new PlanChecks(session).plans(findings);
        return findings;
    }

    /** Of the hot statements on tables that are there. */
    void plans(List<Finding> findings) throws SQLException {
        Map<String, Long> sizes = sizes();
        for (HotQuery query : HotQuery.all()) {
            Long rows = sizes.get(query.table());
            if (rows != null) {
                findings.add(plan(query, rows));
            }
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

    private void indexes(List<Finding> findings) throws SQLException {
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
    }

    private Map<String, Long> sizes() throws SQLException {
        Map<String, Long> sizes = new HashMap<>();
        try (ResultSet rows = session.prepare(SIZES).query()) {
            while (rows.next()) {
                sizes.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getLong(2));
            }
        }
        return sizes;
    }

    /** What an EXPLAIN says, step by step. */
    private static final class Plan {
        private final HotQuery query;
        private final List<String> steps = new ArrayList<>();
        private boolean canUse;
        private boolean uses;
        private boolean readsWhole;
        private boolean sorts;

        Plan(HotQuery query) {
            this.query = query;
        }

        void add(ResultSet row) throws SQLException {
            String table = String.valueOf(row.getString("table"));
            String type = String.valueOf(row.getString("type"));
            String key = String.valueOf(row.getString("key"));
            String extra = String.valueOf(row.getString("Extra"));
            boolean isFoundAlready = extra.contains("const table") || extra.startsWith("Impossible");
            if (table.startsWith("<") || (table.equals("null") && !isFoundAlready)) {
                return;
            }
            steps.add(type + " key=" + key + " rows=" + row.getString("rows") + " " + extra);
            canUse |= isFoundAlready
                    || List.of(String.valueOf(row.getString("possible_keys")).split(","))
                            .contains(query.index());
            uses |= isFoundAlready || List.of(key.split("[,|]")).contains(query.index());
            readsWhole |= type.equalsIgnoreCase("ALL") || type.equals("index");
            sorts |= extra.contains("filesort");
        }
    }

    private Finding plan(HotQuery query, long rowsInTable) throws SQLException {
        Plan plan = new Plan(query);
        try (ResultSet rows = query.explain(session).query()) {
            while (rows.next()) {
                plan.add(rows);
            }
        }
        String what = "plan of " + query.name();
        String value = String.join("; ", plan.steps);
        String index = query.index() + " of " + query.table();
        if (!plan.canUse && !plan.uses) {
            return Finding.unsafe(
                    what, value, "Index " + index + " is missing or changed: restore it as in db/migration.");
        }
        if (rowsInTable >= ROWS_MIN && (plan.readsWhole || plan.sorts)) {
            return Finding.unsafe(
                    what,
                    value,
                    "It does not go along " + index + ": run ANALYZE TABLE " + query.table()
                            + " and look again; if it stays, report it.");
        }
        return rowsInTable >= ROWS_MIN && !plan.uses
                ? Finding.warning(
                        what,
                        value,
                        "It goes along another index than " + index + ": run ANALYZE TABLE " + query.table() + ".")
                : Finding.ok(what, value);
    }
}
