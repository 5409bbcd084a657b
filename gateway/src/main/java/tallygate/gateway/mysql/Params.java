package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a statement, bound in order, anew for each execution. JDBC keeps what was bound before: a value that is the
 * same as the last time, as most columns of most rows are, is not bound again.
 *
 * <p>It has no way to bind a temporal type: the driver takes MariaDB 10.x for MySQL 5.5 and cuts their milliseconds.
 */
final class Params {
    /** In place of a value that is a number, which stands in {@link #numbers}. */
    private static final Object NUMBER = new Object();

    private static final Object NULL_NUMBER = new Object();
    private static final Object NULL_TEXT = new Object();
    private static final Object NULL_BYTES = new Object();

    private final PreparedStatement statement;
    /** What each place holds since the last execution. */
    private @Nullable Object[] bound = new Object[8];

    private long[] numbers = new long[8];
    private int last;

    Params(PreparedStatement statement) {
        this.statement = statement;
    }

    /** For the next execution: binding begins with the first place again. */
    Params fromFirst() {
        last = 0;
        return this;
    }

    Params add(long value) throws SQLException {
        int place = next();
        if (bound[place] != NUMBER || numbers[place] != value) {
            bound[place] = null;
            statement.setLong(last, value);
            numbers[place] = value;
            bound[place] = NUMBER;
        }
        return this;
    }

    Params add(int value) throws SQLException {
        return add((long) value);
    }

    Params add(OptionalLong value) throws SQLException {
        return value.isPresent() ? add(value.getAsLong()) : addNull(NULL_NUMBER, Types.BIGINT);
    }

    Params add(String value) throws SQLException {
        int place = next();
        if (!value.equals(bound[place])) {
            bound[place] = null;
            statement.setString(last, value);
            bound[place] = value;
        }
        return this;
    }

    /** For VARCHAR columns that hold NULL for none. */
    Params addOrNull(@Nullable String value) throws SQLException {
        return value == null ? addNull(NULL_TEXT, Types.VARCHAR) : add(value);
    }

    /** @param value nobody may write to it any more: it is compared with the next one */
    Params add(byte[] value) throws SQLException {
        int place = next();
        if (!(bound[place] instanceof byte[] before && Arrays.equals(value, before))) {
            bound[place] = null;
            statement.setBytes(last, value);
            bound[place] = value;
        }
        return this;
    }

    Params addOrNull(byte @Nullable [] value) throws SQLException {
        return value == null ? addNull(NULL_BYTES, Types.VARBINARY) : add(value);
    }

    /** Text for a VARBINARY column. */
    Params addBytes(String value) throws SQLException {
        return add(value.getBytes(StandardCharsets.UTF_8));
    }

    /** As text, for {@code CAST(? AS DATETIME(3))} or a DATETIME(3) column. */
    Params add(Instant value) throws SQLException {
        return add(text(value));
    }

    private Params addNull(Object kind, int type) throws SQLException {
        int place = next();
        if (!kind.equals(bound[place])) {
            bound[place] = null;
            statement.setNull(last, type);
            bound[place] = kind;
        }
        return this;
    }

    private int next() {
        if (last == bound.length) {
            bound = Arrays.copyOf(bound, 2 * last);
            numbers = Arrays.copyOf(numbers, 2 * last);
        }
        return last++;
    }

    /** {@code 2026-01-31 23:59:59.999}, of a year that has four digits. */
    static String text(Instant value) {
        LocalDateTime at = LocalDateTime.ofEpochSecond(value.getEpochSecond(), value.getNano(), ZoneOffset.UTC);
        var text = new StringBuilder(23);
        digits(text, at.getYear(), 1000).append('-');
        digits(text, at.getMonthValue(), 10).append('-');
        digits(text, at.getDayOfMonth(), 10).append(' ');
        digits(text, at.getHour(), 10).append(':');
        digits(text, at.getMinute(), 10).append(':');
        digits(text, at.getSecond(), 10).append('.');
        return digits(text, at.getNano() / 1_000_000, 100).toString();
    }

    private static StringBuilder digits(StringBuilder to, int number, int highest) {
        for (int unit = highest; unit > 0; unit /= 10) {
            to.append((char) ('0' + number / unit % 10));
        }
        return to;
    }

    static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }

    /** @return affected rows: really changed ones */
    int update() throws SQLException {
        return statement.executeUpdate();
    }

    /** The number that the last inserted row was given. Of {@link Session#prepareForKey}. */
    long key() throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            if (!keys.next()) {
                throw new SQLException("the inserted row was given no number");
            }
            return keys.getLong(1);
        }
    }

    ResultSet query() throws SQLException {
        return statement.executeQuery();
    }

    void close() throws SQLException {
        statement.close();
    }
}
