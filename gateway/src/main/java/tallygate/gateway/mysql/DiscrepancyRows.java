package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyRow;
import tallygate.gateway.task.DiscrepancyStatus;

/** From rows of {@code discrepancy} to records, in the column order of {@link DiscrepancySql}. */
final class DiscrepancyRows {
    private DiscrepancyRows() {}

    static List<DiscrepancyRow> read(Params params) throws SQLException {
        List<DiscrepancyRow> found = new ArrayList<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                found.add(row(rows));
            }
        }
        return found;
    }

    private static DiscrepancyRow row(ResultSet row) throws SQLException {
        return new DiscrepancyRow(
                row.getLong(1),
                row.getInt(2),
                new DiscrepancyFinding(
                        row.getString(3),
                        text(row, 4),
                        text(row, 5),
                        row.getString(6),
                        optional(row, 7),
                        text(row, 8),
                        optional(row, 9),
                        optional(row, 10),
                        row.getString(11),
                        row.getString(12)),
                DiscrepancyStatus.of(row.getInt(13)),
                row.getString(14),
                row.getString(15),
                row.getString(16),
                row.getString(17),
                Params.instant(row, 18),
                Params.instant(row, 19),
                Params.instant(row, 20),
                instant(row, 21));
    }

    /** Text of a VARBINARY column that is not null. */
    static String text(ResultSet row, int column) throws SQLException {
        return new String(row.getBytes(column), StandardCharsets.UTF_8);
    }

    static OptionalLong optional(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    static Optional<Instant> instant(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, LocalDateTime.class))
                .map(time -> time.toInstant(ZoneOffset.UTC));
    }
}
