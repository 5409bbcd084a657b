package tallygate.gateway.mysql;

/** Statements on retries of many tasks. */
final class BulkSql {
    static final String PLAN =
            "INSERT INTO bulk_job (action, cause, requested_by, origin, total) VALUES ('retry', ?, ?, ?, ?)";
    static final String LAST = "SELECT LAST_INSERT_ID()";
    static final String ITEM = "INSERT INTO bulk_item (job_id, seq, task_id) VALUES (?, ?, ?)";

    private static final String JOB = """
        SELECT id, cause, requested_by, reason, per_second, canary, status, note, created_at
          FROM bulk_job
        """;

    static final String BY_ID = JOB + " WHERE id = ?";
    static final String LIST = JOB + " ORDER BY id DESC LIMIT ?";
    static final String COUNT = "SELECT state, COUNT(*) FROM bulk_item WHERE job_id = ? GROUP BY state";

    static final String START = """
        UPDATE bulk_job
           SET status = ?, reason = ?, per_second = ?, canary = ?, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = 0
        """;

    static final String MOVE =
            "UPDATE bulk_job SET status = ?, note = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = ?";

    static final String LEASABLE = """
        SELECT id
          FROM bulk_job
         WHERE status = 1 AND (lease_owner = ? OR lease_until < UTC_TIMESTAMP(3))
         ORDER BY id
         LIMIT 1
           FOR UPDATE
        """;

    static final String LEASE = """
        UPDATE bulk_job SET lease_owner = ?, lease_until = UTC_TIMESTAMP(3) + INTERVAL 30 SECOND WHERE id = ?
        """;

    /** Sent ones that ended: done, or failed again. A compensated one was settled by somebody meanwhile. */
    static final String SETTLE = """
        UPDATE bulk_item i
          JOIN async_task t ON t.id = i.task_id
           SET i.state = CASE t.status WHEN 2 THEN 2 WHEN 3 THEN 3 ELSE 4 END
         WHERE i.job_id = ? AND i.state = 1 AND t.status IN (2, 3, 4)
        """;

    static final String RUNNING =
            "SELECT requested_by, origin, reason FROM bulk_job WHERE id = ? AND status = 1 FOR UPDATE";
    static final String NEXT =
            "SELECT seq, task_id FROM bulk_item WHERE job_id = ? AND state = 0 ORDER BY seq LIMIT 1 FOR UPDATE";
    static final String TICK = "UPDATE bulk_item SET state = ? WHERE job_id = ? AND seq = ? AND state = 0";

    private BulkSql() {}
}
