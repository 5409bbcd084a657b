package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import tallygate.gateway.task.TaskImport;

/** Copies rows inside the database, a bounded range of ids at a time. */
final class MySqlTaskImport implements TaskImport {
    /** Ids as UTF-8 bytes, whatever charset the table has. */
    private static final String EVENT_ID = "CAST(CONVERT(l.event_id USING utf8mb4) AS BINARY)";

    private final Transactor transactor;

    MySqlTaskImport(Transactor transactor) {
        this.transactor = transactor;
    }

    /** The table's name has been checked to be one; it cannot be bound. */
    private static String table(Origin origin) {
        return "`" + origin.table().replace(".", "`.`") + "`";
    }

    /** In processing: held with an unknown outcome, unless they are to run. Everything else keeps its state. */
    private static String insert(Origin origin) {
        String held = origin.runsProcessing() ? "FALSE" : "l.status = 1";
        return """
            INSERT INTO async_task (source, route, biz_type, biz_id, event_id, payload, status, retry_count, wait_reason,
                                    last_outcome, last_error, next_retry_time, created_at, updated_at)
            SELECT ?, %3$s, l.biz_type, CAST(CONVERT(l.biz_id USING utf8mb4) AS BINARY), %1$s,
                   CAST(l.payload AS CHAR CHARACTER SET utf8mb4), IF(l.status = 1, 0, l.status), l.retry_count,
                   IF(%2$s, 5, 0), IF(l.status = 1, 2, 0), l.last_error,
                   IF(%2$s, UTC_TIMESTAMP(3) + INTERVAL 73000 DAY,
                      COALESCE(CONVERT_TZ(l.next_retry_time, ?, '+00:00'), UTC_TIMESTAMP(3))),
                   CONVERT_TZ(l.created_at, ?, '+00:00'), CONVERT_TZ(l.updated_at, ?, '+00:00')
              FROM %4$s l
             WHERE l.id > ? AND l.id <= ? AND l.status BETWEEN 0 AND 4
             ORDER BY l.event_id
            ON DUPLICATE KEY UPDATE async_task.id = async_task.id
            """.formatted(EVENT_ID, held, origin.route().isEmpty() ? "l.biz_type" : "?", table(origin));
    }

    @Override
    public Chunk take(Origin origin, long afterId, int rowsMax) {
        return transactor.run("import tasks", Transactor.Mode.WHOLE, session -> {
            Chunk window = window(session, origin, afterId, rowsMax);
            if (window.seen() == 0) {
                return window;
            }
            Params params = session.prepare(insert(origin)).add(Keys.column(origin.source()));
            if (!origin.route().isEmpty()) {
                params.add(origin.route());
            }
            int added = params.add(origin.zone())
                    .add(origin.zone())
                    .add(origin.zone())
                    .add(afterId)
                    .add(window.lastId())
                    .update();
            long lost = missing(session, origin, afterId, window.lastId());
            if (lost != 0) {
                // A key other than the event id was in use, or a status is none of the five.
                throw new IllegalStateException(lost + " rows of " + origin.table() + " with ids above " + afterId
                        + " were not taken, rolled back: run it again; if it stays, look for statuses other"
                        + " than 0 to 4");
            }
            return new Chunk(window.lastId(), window.seen(), added);
        });
    }

    @Override
    public Chunk look(Origin origin) {
        return transactor.run("look at tasks", Transactor.Mode.READ, session -> {
            Chunk all = window(session, origin, Long.MIN_VALUE, Integer.MAX_VALUE);
            return new Chunk(all.lastId(), all.seen(), (int) missing(session, origin, Long.MIN_VALUE, Long.MAX_VALUE));
        });
    }

    private static Chunk window(Session session, Origin origin, long afterId, int rowsMax) throws SQLException {
        String sql = "SELECT COALESCE(MAX(w.id), 0), COUNT(*) FROM (SELECT id FROM " + table(origin)
                + " WHERE id > ? ORDER BY id LIMIT ?) w";
        try (ResultSet row = session.prepare(sql).add(afterId).add(rowsMax).query()) {
            row.next();
            return new Chunk(row.getLong(1), row.getInt(2), 0);
        }
    }

    private static long missing(Session session, Origin origin, long afterId, long lastId) throws SQLException {
        String sql = "SELECT COUNT(*) FROM " + table(origin)
                + " l WHERE l.id > ? AND l.id <= ? AND NOT EXISTS (SELECT 1 FROM async_task t WHERE t.source = ? AND"
                + " t.event_id = " + EVENT_ID + ")";
        try (ResultSet row = session.prepare(sql)
                .add(afterId)
                .add(lastId)
                .add(Keys.column(origin.source()))
                .query()) {
            row.next();
            return row.getLong(1);
        }
    }
}
