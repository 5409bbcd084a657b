package tallygate.loadtest.raw;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Binds rows of a shape; the same number always gives the same row. */
final class RowBinder {
    private final List<Column.Fill> bound;

    RowBinder(TableShape shape) {
        bound = shape.columns().stream()
                .filter(column -> column.placeholder().equals("?"))
                .map(Column::fill)
                .toList();
    }

    /** Binds the rows {@code first}, {@code first + 1} and so on to all places of the statement. */
    void bind(PreparedStatement statement, long first, int rows) throws SQLException {
        int place = 1;
        for (long row = first; row < first + rows; row++) {
            for (Column.Fill fill : bound) {
                bind(statement, place++, fill, row);
            }
        }
    }

    private static void bind(PreparedStatement statement, int place, Column.Fill fill, long row) throws SQLException {
        switch (fill) {
            case Column.Fill.Same same -> bind(statement, place, same.kind(), same.value());
            case Column.Fill.Counting counting -> statement.setLong(place, counting.from() + 1 + row);
            case Column.Fill.Spread spread -> {
                String value = spread.prefix() + spreadDigits(row);
                switch (spread.kind()) {
                    case BYTES -> statement.setBytes(place, value.getBytes(StandardCharsets.ISO_8859_1));
                    case TEXT, NUMBER -> statement.setString(place, value);
                }
            }
            case Column.Fill.Now _, Column.Fill.Null _ ->
                throw new IllegalStateException("computed by the database, never bound");
        }
    }

    private static void bind(PreparedStatement statement, int place, Column.Kind kind, Object value)
            throws SQLException {
        switch (kind) {
            case NUMBER -> statement.setLong(place, (Long) value);
            case TEXT -> statement.setString(place, (String) value);
            case BYTES -> statement.setBytes(place, (byte[]) value);
        }
    }

    /** 13 characters, different for each number and spread over their whole range. */
    static String spreadDigits(long number) {
        // Multiplying by an odd number is one to one in 64 bits; this one is 2^64 divided by the golden ratio.
        String digits = Long.toUnsignedString(number * 0x9E3779B97F4A7C15L, 36);
        return "0".repeat(13 - digits.length()) + digits;
    }
}
