package tallygate.gateway.mysql;

/** Statements on {@code task_probe}. */
final class ProbeSql {
    static final String NOTE = """
        INSERT INTO task_probe (task_id, route, cause, due_at)
        SELECT id, route, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
          FROM async_task
         WHERE id = ? AND status = ?
            ON DUPLICATE KEY UPDATE cause = VALUES(cause), due_at = VALUES(due_at), asked = 0, answer = 0, detail = '',
               answered_at = NULL
        """;

    static final String DUE = """
        SELECT task_id, cause, asked, reopened
          FROM task_probe
         WHERE route = ? AND answer = 0 AND due_at <= UTC_TIMESTAMP(3)
         ORDER BY due_at
         LIMIT ?
           FOR UPDATE SKIP LOCKED
        """;

    static final Shapes TAKE = Shapes.of("""
        UPDATE task_probe
           SET due_at = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, asked = asked + 1
         WHERE answer = 0 AND task_id IN ((…))
        """, "?");

    static final String LATER = """
        UPDATE task_probe
           SET due_at = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE task_id = ? AND answer = 0
        """;

    static final String FORGET = """
        DELETE FROM task_probe
         WHERE task_id = ? AND answer = 0 AND cause = 0
        """;

    static final String SETTLE = """
        UPDATE task_probe
           SET answer = ?, detail = ?, reopened = reopened + ?, answered_at = UTC_TIMESTAMP(3)
         WHERE task_id = ? AND answer = 0
        """;

    static final String FIND = """
        SELECT cause, answer, asked, detail
          FROM task_probe
         WHERE task_id = ?
        """;

    /** A question that nobody has asked for an hour after it was due is asked by no route any more: it holds nobody up. */
    static final String IS_OPEN = """
        SELECT 1
          FROM task_probe
         WHERE task_id = ? AND cause = 1 AND answer = 0 AND due_at > UTC_TIMESTAMP(3) - INTERVAL 1 HOUR
        """;

    private ProbeSql() {}
}
