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

    private ProbeSql() {}
}
