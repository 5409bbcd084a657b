package tallygate.gateway.crash;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tallygate.blackbox.RunningGateway;

/** The task table, read by SQL behind the gateway's back. */
final class StoredTasks {
    /** What stands in the table about one event. */
    record Row(int rows, int status, int attempts) {}

    private final RunningGateway gateway;

    StoredTasks(RunningGateway gateway) {
        this.gateway = gateway;
    }

    Map<String, Row> byEvent() throws IOException, SQLException {
        var rows = new HashMap<String, Row>();
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("""
                    SELECT CONVERT(event_id USING utf8mb4), COUNT(*), MIN(status), MAX(attempts)
                      FROM async_task GROUP BY event_id\
                    """)) {
            while (result.next()) {
                rows.put(result.getString(1), new Row(result.getInt(2), result.getInt(3), result.getInt(4)));
            }
        }
        return rows;
    }

    /** Events whose task is not done, with what the table says of them; at most ten. */
    List<String> unfinished() throws IOException, SQLException {
        var unfinished = new ArrayList<String>();
        try (Connection connection = gateway.sql();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("""
                    SELECT CONCAT_WS(' ', CONVERT(event_id USING utf8mb4), 'status', status, 'attempts', attempts,
                           'next', next_retry_time, IFNULL(last_error, ''))
                      FROM async_task WHERE status <> 2 LIMIT 10\
                    """)) {
            while (result.next()) {
                unfinished.add(result.getString(1));
            }
        }
        return unfinished;
    }
}
