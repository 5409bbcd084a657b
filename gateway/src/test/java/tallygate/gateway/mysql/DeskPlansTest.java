package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every question of the console walks along its index: no sort, no table read as a whole, whatever the table holds. */
class DeskPlansTest {
    private static final Map<String, String> INDEX_OF = Map.of(
            AdminSql.tasks(DeskSql.BY_STATUS.formatted("")),
            "k_due",
            AdminSql.tasks(DeskSql.BY_STATUS.formatted(" AND t.endpoint = ?")),
            "k_due",
            DeskSql.END_BY_STATUS,
            "k_due",
            AdminSql.tasks(DeskSql.BY_ARRIVAL.formatted("")),
            "PRIMARY",
            AdminSql.tasks(DeskSql.BY_ARRIVAL.formatted(" AND t.provider = ?")),
            "PRIMARY",
            AdminSql.tasks(DeskSql.BY_BIZ),
            "k_biz",
            AdminSql.tasks(DeskSql.BY_TXN),
            "k_txn",
            AdminSql.tasks(DeskSql.BY_EVENT),
            "uk_event",
            DeskSql.AUDIT.formatted(" AND actor = ?"),
            "k_actor",
            DeskSql.AUDIT.formatted(" AND object_type = ? AND object_id = ?"),
            "k_object");

    private static final Map<String, String> IN_TIME = Map.of(
            AdminSql.tasks(DeskSql.BY_STATUS.formatted(DeskSql.IN_SPAN)),
            "k_due",
            AdminSql.tasks(DeskSql.BY_ARRIVAL.formatted(DeskSql.IN_STATUS)),
            "PRIMARY");

    @Test
    void everySearchUsesItsIndexAndSortsNothing() throws SQLException {
        try (Connection connection = TestDatabases.embedded().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO async_task (id, source, endpoint, route, lane, biz_id, event_id, provider_txn_id,"
                            + " status, next_retry_time) SELECT seq * 4194304, 'stripe-eu', CONCAT('e', seq % 3),"
                            + " 'orders', 1 + seq % 5, CONCAT('order-', seq), CONCAT('evt-', seq), CONCAT('txn-', seq),"
                            + " IF(seq % 50 = 0, 3, 2), UTC_TIMESTAMP(3) - INTERVAL seq SECOND FROM seq_1_to_20000");
            statement.execute(
                    "INSERT INTO audit_log (actor, origin, action, object_type, object_id, before_state, after_state,"
                        + " reason) SELECT CONCAT('a', seq % 50), '', CONCAT('d', seq % 20), 'task', seq, '', '', ''"
                        + " FROM seq_1_to_5000");
            statement.execute("ANALYZE TABLE async_task, audit_log");
            List<String> wrong = new ArrayList<>();
            for (Map<String, String> some : List.of(INDEX_OF, IN_TIME)) {
                for (Map.Entry<String, String> wanted : some.entrySet()) {
                    explain(connection, wanted.getKey(), wanted.getValue(), wrong);
                }
            }
            assertThat(wrong).isEmpty();
        }
    }

    private static void explain(Connection connection, String sql, String index, List<String> wrong)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("EXPLAIN " + sql)) {
            int parameters = statement.getParameterMetaData().getParameterCount();
            for (int i = 1; i <= parameters; i++) {
                statement.setString(i, value(sql, i, parameters));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                String key = row.getString("key");
                String extra = row.getString("Extra");
                // a unique key is looked up while the plan is made, and nothing is left to explain
                boolean isLookedUp = extra.contains("after reading const tables");
                if (!isLookedUp && !index.equals(key) || extra.contains("filesort") || extra.contains("temporary")) {
                    wrong.add(key + " (" + extra + ") for " + sql);
                }
            }
        }
    }

    /** A value that fits the place: states and lanes first, then times and numbers. */
    private static String value(String sql, int place, int parameters) {
        boolean isByStatus = sql.contains("status = ? AND");
        if (isByStatus && (place == 3 || place == 4 || place == 6 && sql.contains(">= ?"))) {
            return place == 6 ? "1970-01-01 00:00:00.000" : "9999-12-31 00:00:00.000";
        }
        if (place == parameters && sql.contains("LIMIT ?")) {
            return "51";
        }
        return sql.contains("audit_log") && place == 1 || sql.contains("t.id < ?") && place == 1 ? "90000000000" : "3";
    }
}
