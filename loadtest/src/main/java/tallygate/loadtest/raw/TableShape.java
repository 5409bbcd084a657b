package tallygate.loadtest.raw;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table as the raw loop sees it: its columns, and a model row that the gateway itself stored. All rows of the loop are like
 * the model, except that unique columns differ; so both sides of a comparison insert the same.
 */
record TableShape(String table, List<Column> columns) {
    /** What a spread value ends in; 13 digits of base 36 hold 64 bits. */
    private static final int SPREAD_DIGITS = 13;

    TableShape {
        columns = List.copyOf(columns);
    }

    /**
     * Reads the shape and the newest row of a table.
     *
     * @param varied columns that are to differ besides the unique ones
     * @throws IllegalStateException when the table is empty: a model row is needed
     */
    static TableShape of(Connection connection, String table, Set<String> varied) throws SQLException {
        Set<String> differing = new HashSet<>(varied);
        differing.addAll(uniqueColumns(connection, table));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM " + table + " ORDER BY 1 DESC LIMIT 1")) {
            if (!row.next()) {
                throw new IllegalStateException(
                        "table " + table + " is empty: send one callback first, its row is the model for the raw loop");
            }
            ResultSetMetaData meta = row.getMetaData();
            var columns = new ArrayList<Column>();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                String name = meta.getColumnName(i);
                columns.add(new Column(name, fill(row, i, meta.getColumnType(i), differing.contains(name))));
            }
            return new TableShape(table, columns);
        }
    }

    /** The insert of so many rows into a table of this shape. */
    String insert(String into, int rows) {
        var names = columns.stream().map(column -> "`" + column.name() + "`").toList();
        var values = columns.stream().map(Column::placeholder).toList();
        String row = "(" + String.join(",", values) + ")";
        return "INSERT INTO " + into + " (" + String.join(",", names) + ") VALUES " + row
                + ("," + row).repeat(rows - 1);
    }

    /** The last column of each unique key, and the only column of each other index that has one. */
    private static Set<String> uniqueColumns(Connection connection, String table) throws SQLException {
        Map<String, List<String>> columnsOfKey = new LinkedHashMap<>();
        Set<String> unique = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet index = statement.executeQuery("SHOW INDEX FROM " + table)) {
            while (index.next()) {
                String key = index.getString("Key_name");
                columnsOfKey.computeIfAbsent(key, _ -> new ArrayList<>()).add(index.getString("Column_name"));
                if (index.getInt("Non_unique") == 0) {
                    unique.add(key);
                }
            }
        }
        Set<String> differing = new HashSet<>();
        columnsOfKey.forEach((key, columns) -> {
            if (unique.contains(key) || columns.size() == 1) {
                differing.add(columns.getLast());
            }
        });
        return differing;
    }

    private static Column.Fill fill(ResultSet row, int column, int type, boolean differs) throws SQLException {
        if (row.getString(column) == null) {
            return new Column.Fill.Null();
        }
        return switch (type) {
            case Types.TIMESTAMP, Types.DATE, Types.TIME -> new Column.Fill.Now();
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.BIT, Types.BOOLEAN, Types.DECIMAL ->
                number(row.getLong(column), differs);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> bytes(row, column, differs);
            default -> text(row.getString(column), differs);
        };
    }

    private static Column.Fill number(long model, boolean differs) {
        return differs ? new Column.Fill.Counting(model) : new Column.Fill.Same(Column.Kind.NUMBER, model);
    }

    private static Column.Fill bytes(ResultSet row, int column, boolean differs) throws SQLException {
        return differs
                ? spread(Column.Kind.BYTES, new String(row.getBytes(column), StandardCharsets.ISO_8859_1))
                : new Column.Fill.Same(Column.Kind.BYTES, row.getBytes(column));
    }

    private static Column.Fill text(String model, boolean differs) {
        return differs ? spread(Column.Kind.TEXT, model) : new Column.Fill.Same(Column.Kind.TEXT, model);
    }

    private static Column.Fill spread(Column.Kind kind, String model) {
        return new Column.Fill.Spread(kind, model.substring(0, Math.max(0, model.length() - SPREAD_DIGITS)));
    }
}
