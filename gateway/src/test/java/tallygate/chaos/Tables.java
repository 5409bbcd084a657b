package tallygate.chaos;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import tallygate.chaos.Evidence.Audited;
import tallygate.chaos.Evidence.Move;
import tallygate.chaos.Evidence.Row;
import tallygate.chaos.Evidence.SagaRow;

/** The tables behind the gateway's back, and a trigger that notes every change of a task, whoever makes it. */
final class Tables {
    private static final String MOVES = """
        CREATE TABLE chaos_move (
          n BIGINT AUTO_INCREMENT PRIMARY KEY, task BIGINT, was TINYINT, became TINYINT, epoch_before INT, epoch_after INT,
          attempts INT, wait_before TINYINT, at DATETIME(3))\
        """;

    private static final String TRIGGER = """
        CREATE TRIGGER chaos_moves AFTER UPDATE ON async_task FOR EACH ROW
          INSERT INTO chaos_move (task, was, became, epoch_before, epoch_after, attempts, wait_before, at)
          SELECT NEW.id, OLD.status, NEW.status, OLD.lease_epoch, NEW.lease_epoch, NEW.attempts, OLD.wait_reason,
                 UTC_TIMESTAMP(3)
            FROM DUAL
           WHERE OLD.status <> NEW.status OR OLD.lease_epoch <> NEW.lease_epoch\
        """;

    private final MariaDb database;

    Tables(MariaDb database) {
        this.database = database;
    }

    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> List<T> read(String sql, Reading<T> reading) throws SQLException {
        List<T> found = new ArrayList<>();
        try (Connection connection = database.root();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                found.add(reading.of(row));
            }
        }
        return found;
    }

    void watchMoves() throws SQLException {
        database.sql(MOVES, TRIGGER);
    }

    List<Row> rows() throws SQLException {
        return read(
                """
                SELECT id, CONVERT(event_id USING utf8mb4), status, attempts, lease_epoch, amount_minor,
                       effect_of IS NOT NULL, IF(status IN (0, 1), 0, lease_owner), last_error
                  FROM async_task\
                """,
                row -> new Row(
                        row.getLong(1),
                        row.getString(2),
                        row.getInt(3),
                        row.getInt(4),
                        row.getInt(5),
                        row.getLong(6),
                        row.getBoolean(7),
                        row.getLong(8),
                        String.valueOf(row.getString(9))));
    }

    List<Move> moves() throws SQLException {
        return read(
                "SELECT task, was, became, epoch_before, epoch_after, attempts, wait_before, CAST(at AS CHAR)"
                        + " FROM chaos_move ORDER BY n",
                row -> new Move(
                        row.getLong(1),
                        row.getInt(2),
                        row.getInt(3),
                        row.getInt(4),
                        row.getInt(5),
                        row.getInt(6),
                        row.getInt(7),
                        instant(row.getString(8))));
    }

    private static Instant instant(String text) {
        return LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
    }

    List<SagaRow> sagas() throws SQLException {
        return read(
                """
                SELECT s.saga_id, CONVERT(s.biz_id USING utf8mb4), s.status,
                       (SELECT COUNT(*) FROM compensation_dead_letter d WHERE d.saga_id = s.saga_id AND d.status = 0),
                       (SELECT COUNT(*) FROM saga_log l WHERE l.saga_id = s.saga_id AND l.action_status = 0)
                  FROM saga_instance s\
                """,
                row -> new SagaRow(row.getString(1), row.getString(2), row.getInt(3), row.getLong(4), row.getLong(5)));
    }

    List<Audited> audited() throws SQLException {
        return read("SELECT action, object_id FROM audit_log", row -> new Audited(row.getString(1), row.getString(2)));
    }

    /** What has not ended: tasks that are not held, sagas; for a message. */
    List<String> unfinished() throws SQLException {
        return read("""
            SELECT CONCAT_WS(' ', CONVERT(event_id USING utf8mb4), status, attempts, wait_reason, next_retry_time,
                   IFNULL(last_error, ''))
              FROM async_task WHERE status IN (0, 1)
             UNION ALL
            SELECT CONCAT_WS(' ', saga_id, CONVERT(biz_id USING utf8mb4), status, IFNULL(last_error, ''))
              FROM saga_instance WHERE status IN (0, 1, 3)\
            """, row -> row.getString(1));
    }

    long number(String sql) throws SQLException {
        return read(sql, row -> row.getLong(1)).getFirst();
    }
}
