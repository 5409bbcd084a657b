package tallygate.gateway.mysql;

/** Statements of the clean-up. Rows are walked in order of their id, so a step reads a bounded window of the primary key. */
final class RetentionSql {
    static final String TAKE = """
        SELECT last_id
          FROM retention_mark
         WHERE name = ? AND next_step_time <= UTC_TIMESTAMP(3)
           FOR UPDATE SKIP LOCKED
        """;

    static final String WINDOW = """
        SELECT COALESCE(MAX(w.id), 0), COUNT(*)
          FROM (SELECT id
                  FROM async_task
                 WHERE id > ?
                   AND id <= ((TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00',
                                             UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND) DIV 1000) << 22)
                 ORDER BY id
                 LIMIT ?) w
        """;

    /** {@code next_retry_time} of an ended task is its end. */
    static final String EMPTY = """
        UPDATE async_task
           SET payload = NULL, content = NULL, request_headers = NULL, request_target = NULL
         WHERE id > ? AND id <= ? AND status IN (2, 4) AND payload IS NOT NULL
           AND next_retry_time < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND
        """;

    private static final String ENDED = " FROM async_task t WHERE t.id > ? AND t.id <= ? AND t.status IN (2, 4)"
            + " AND t.next_retry_time < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND";

    static final String DELETE_ATTEMPTS = "DELETE FROM task_attempt WHERE task_id IN (SELECT t.id" + ENDED + ")";

    static final String DELETE_CONFLICTS = "DELETE FROM callback_conflict WHERE task_id IN (SELECT t.id" + ENDED + ")";

    static final String DELETE_PROBES = "DELETE FROM task_probe WHERE task_id IN (SELECT t.id" + ENDED + ")";

    static final String DELETE = """
        DELETE FROM async_task
         WHERE id > ? AND id <= ? AND status IN (2, 4)
           AND next_retry_time < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND
        """;

    /** After its task: an entry that was written while its task went goes with the next pass. */
    static final String DELETE_COPIES = """
        DELETE FROM callback_copy
         WHERE task_id > ? AND task_id <= ?
           AND NOT EXISTS (SELECT 1 FROM async_task t WHERE t.id = callback_copy.task_id)
        """;

    /** File by file: a step deletes a bounded range of one file's rows. */
    static final String OLD_FILE = """
        SELECT id
          FROM statement_file
         WHERE id > ? AND bill_day < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND
         ORDER BY id
         LIMIT 1
        """;

    static final String DELETE_FUND_ROWS = "DELETE FROM fund_row WHERE file_id = ? ORDER BY line LIMIT ?";

    static final String DELETE_STATEMENT_ROWS = "DELETE FROM statement_row WHERE file_id = ? ORDER BY line LIMIT ?";

    static final String MOVE = """
        UPDATE retention_mark
           SET last_id = ?, next_step_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE name = ?
        """;

    private RetentionSql() {}
}
