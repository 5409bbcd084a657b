package tallygate.loadtest;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import tallygate.loadtest.measure.Json;

/** {@code query}: runs one statement and prints its rows as a list of objects; an update prints an empty list. */
final class QueryCommand {
    private QueryCommand() {}

    static void run(Options options, PrintStream out) throws Options.UsageException, SQLException {
        var login = new Properties();
        login.setProperty("user", options.text("user"));
        login.setProperty("password", options.text("password", ""));
        String url = options.text("url");
        String sql = options.text("sql");
        options.refuseUnknown();
        try (Connection connection = DriverManager.getConnection(url, login);
                Statement statement = connection.createStatement()) {
            out.println(Json.line(statement.execute(sql) ? rows(statement.getResultSet()) : List.of()));
        }
    }

    private static List<Map<String, @Nullable Object>> rows(ResultSet result) throws SQLException {
        var rows = new ArrayList<Map<String, @Nullable Object>>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            var row = new LinkedHashMap<String, @Nullable Object>();
            for (int i = 1; i <= columns; i++) {
                row.put(result.getMetaData().getColumnLabel(i), result.getObject(i));
            }
            rows.add(row);
        }
        return rows;
    }
}
