package tallygate.gateway.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import tallygate.gateway.mysql.TestDatabases.TestDatabase;

/** Rows and index entries that a server has read: by its own counters, which do not depend on who else uses the machine. */
final class ServerReads {
    private ServerReads() {}

    static long of(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT SUM(VARIABLE_VALUE) FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME IN"
                            + " ('HANDLER_READ_FIRST', 'HANDLER_READ_KEY', 'HANDLER_READ_LAST', 'HANDLER_READ_NEXT',"
                            + " 'HANDLER_READ_PREV', 'HANDLER_READ_RND', 'INNODB_ROWS_READ')")) {
            row.next();
            return row.getLong(1);
        }
    }
}
