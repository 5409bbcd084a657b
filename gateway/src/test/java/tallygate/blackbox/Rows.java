package tallygate.blackbox;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** The task table behind the gateway's back. */
final class Rows {
    private final TestDatabase database;

    Rows(TestDatabase database) {
        this.database = database;
    }

    /** What stands in the table about one event. */
    record Row(int copies, int status, int attempts, int epoch) {}

    Map<String, Row> byEvent() throws SQLException {
        Map<String, Row> rows = new HashMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                    SELECT CONVERT(event_id USING utf8mb4), COUNT(*), MIN(status), MAX(attempts), MAX(lease_epoch)
                      FROM async_task GROUP BY event_id\
                    """)) {
            while (row.next()) {
                rows.put(row.getString(1), new Row(row.getInt(2), row.getInt(3), row.getInt(4), row.getInt(5)));
            }
        }
        return rows;
    }

    void asRoot(String... statements) throws SQLException {
        try (Connection connection = database.connectAsRoot();
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        }
    }
}
