package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.reconcile.Ours;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;

/** From rows of {@code async_task} to what matching needs, in the column order of {@link StatementSql}. */
final class OursRows {
    private OursRows() {}

    static List<Ours> read(Params params, String source) throws SQLException {
        List<Ours> found = new ArrayList<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                found.add(row(rows, source));
            }
        }
        return found;
    }

    static Ours row(ResultSet row, String source) throws SQLException {
        byte[] overlong = row.getBytes(10);
        return new Ours(
                new TaskId(row.getLong(1)),
                row.getString(2),
                LeasedRows.key(row, 3, "biz_id", overlong),
                effect(row, overlong, source),
                LeasedRows.key(row, 5, "provider_txn_id", overlong),
                LeasedRows.amount(row, 6),
                row.getString(7),
                TaskStatus.of(row.getInt(8)),
                WaitReason.of(row.getInt(9)));
    }

    private static String effect(ResultSet row, byte[] overlong, String source) throws SQLException {
        if (row.getBytes(4) == null) {
            return "";
        }
        String key = LeasedRows.key(row, 4, "effect_key", overlong);
        return key.startsWith(source + ":") ? key.substring(source.length() + 1) : key;
    }
}
