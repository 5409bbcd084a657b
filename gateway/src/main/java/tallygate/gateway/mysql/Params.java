package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one execution, bound in order. It has no way to bind a temporal type: the driver takes MariaDB 10.x for
 * MySQL 5.5 and cuts their milliseconds.
 */
final class Params {
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");

    private final PreparedStatement statement;
    private int last;

    Params(PreparedStatement statement) {
        this.statement = statement;
    }

    Params add(long value) throws SQLException {
        statement.setLong(++last, value);
        return this;
    }

    Params add(int value) throws SQLException {
        statement.setInt(++last, value);
        return this;
    }

    Params add(OptionalLong value) throws SQLException {
        if (value.isPresent()) {
            return add(value.getAsLong());
        }
        statement.setNull(++last, Types.BIGINT);
        return this;
    }

    Params add(String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    /** For VARCHAR columns that hold NULL for none. */
    Params addOrNull(@Nullable String value) throws SQLException {
        if (value == null) {
            statement.setNull(++last, Types.VARCHAR);
            return this;
        }
        return add(value);
    }

    Params add(byte[] value) throws SQLException {
        statement.setBytes(++last, value);
        return this;
    }

    Params addOrNull(byte @Nullable [] value) throws SQLException {
        if (value == null) {
            statement.setNull(++last, Types.VARBINARY);
            return this;
        }
        return add(value);
    }

    /** Text for a VARBINARY column. */
    Params addBytes(String value) throws SQLException {
        return add(value.getBytes(StandardCharsets.UTF_8));
    }

    /** As text, for {@code CAST(? AS DATETIME(3))} or a DATETIME(3) column. */
    Params add(Instant value) throws SQLException {
        return add(text(value));
    }

    static String text(Instant value) {
        return MILLIS.format(value.atOffset(ZoneOffset.UTC));
    }

    static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }

    /** @return affected rows: really changed ones */
    int update() throws SQLException {
        return statement.executeUpdate();
    }

    ResultSet query() throws SQLException {
        return statement.executeQuery();
    }
}
