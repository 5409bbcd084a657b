package tallygate.gateway.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The task table, read by SQL behind the gateway's back. */
final class StoredTasks {
    /** What stands in the table about one event. */
    record Row(int rows, int status, int attempts) {}

    private final Path clientOptions;

    /** @param dataDirectory the gateway's; the embedded server leaves the options of a client there */
    StoredTasks(Path dataDirectory) {
        clientOptions = dataDirectory.resolve("mariadb/client.cnf");
    }

    Map<String, Row> byEvent() throws IOException, SQLException {
        var rows = new HashMap<String, Row>();
        try (Connection connection = connect();
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
        try (Connection connection = connect();
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

    private Connection connect() throws IOException, SQLException {
        Map<String, String> options = Files.readAllLines(clientOptions).stream()
                .filter(line -> line.contains("="))
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0].strip(), parts -> parts[1].strip()));
        var login = new Properties();
        login.setProperty("user", options.getOrDefault("user", ""));
        login.setProperty("password", options.getOrDefault("password", ""));
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + options.get("port") + "/tallygate?connectionTimeZone=UTC", login);
    }
}
