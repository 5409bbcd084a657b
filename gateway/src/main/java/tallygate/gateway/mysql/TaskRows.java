package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;

/** The columns of {@link AdminSql}'s task queries. */
final class TaskRows {
    private static final Logger log = LoggerFactory.getLogger(TaskRows.class);

    private TaskRows() {}

    /** All but those whose codes are none of ours: one that was set by hand must not hide the others. */
    static List<TaskRow> read(Params query) throws SQLException {
        List<TaskRow> tasks = new ArrayList<>();
        try (ResultSet rows = query.query()) {
            while (rows.next()) {
                try {
                    tasks.add(read(rows));
                } catch (IllegalArgumentException e) {
                    log.warn("task={} left out of a list: {}", rows.getLong(1), e.getMessage());
                }
            }
        }
        return tasks;
    }

    /** @throws StoreException REFUSED for one whose codes are none of ours */
    static Optional<TaskRow> one(Params query) throws SQLException {
        try (ResultSet rows = query.query()) {
            return rows.next() ? Optional.of(read(rows)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    StoreException.Kind.REFUSED,
                    "This task's row cannot be read: " + e.getMessage()
                            + ". Somebody changed it by hand; put the column right.");
        }
    }

    private static TaskRow read(ResultSet row) throws SQLException {
        byte[] overlong = row.getBytes(27);
        long effectOf = row.getLong(14);
        String effectKey = effectOf == 0
                ? LeasedRows.key(row, 13, "effect_key", overlong)
                : new String(LeasedRows.bytes(row, 28), StandardCharsets.UTF_8);
        String lastError = row.getString(23);
        return new TaskRow(
                new TaskId(row.getLong(1)),
                LeasedRows.key(row, 2, "source", overlong),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                LeasedRows.key(row, 7, "biz_id", overlong),
                LeasedRows.key(row, 8, "event_id", overlong),
                Overlong.text("event_type", row.getString(9), overlong),
                LeasedRows.key(row, 10, "provider_txn_id", overlong),
                LeasedRows.amount(row, 11),
                row.getString(12),
                effectKey,
                effectOf == 0 ? Optional.empty() : Optional.of(new TaskId(effectOf)),
                TaskStatus.of(row.getInt(15)),
                row.getInt(16),
                row.getInt(17),
                row.getInt(18),
                Params.instant(row, 19),
                row.getLong(20),
                row.getInt(21),
                WaitReason.of(row.getInt(22)),
                lastError == null ? "" : lastError,
                LastOutcome.of(row.getInt(24)),
                Params.instant(row, 25),
                Params.instant(row, 26));
    }
}
