package tallygate.gateway.mysql;

/**
 * Statements that lease and complete tasks. Locking scans go along k_due in its order; all changes are by primary key, which has to
 * be said: where few tasks are under way, an optimizer finds them sooner by their state, and locks those of other nodes on the way.
 */
final class WorkSql {
    /** Which of some lanes have something, and since when; one row more, lane -1, tells the database's time. */
    static final Shapes READY = new Shapes(WorkSql::ready);

    /** With the low-water mark the scan steps over index entries of tasks that were claimed and are not purged yet. */
    static final String CLAIM = """
        SELECT id, lease_epoch, source, endpoint, provider, route, biz_type, biz_id, event_id, event_type, effect_key,
               effect_of, amount_minor, currency, retry_count, attempts, crashes, created_at,
               TIMESTAMPDIFF(MICROSECOND, created_at, UTC_TIMESTAMP(3)), next_retry_time, request_method,
               request_scheme, request_authority, request_target, request_headers, remote_address, payload, content,
               overlong, status_url, payload_key
          FROM async_task
         WHERE status = ? AND lane = ? AND next_retry_time <= UTC_TIMESTAMP(3)
           AND next_retry_time >= CAST(? AS DATETIME(3))
         ORDER BY next_retry_time, id
         LIMIT ?
           FOR UPDATE SKIP LOCKED
        """;

    /** The same columns, of one row that has not ended; status last. */
    static final String OF_ONE = CLAIM.substring(0, CLAIM.indexOf("  FROM")).stripTrailing() + """
        , status
          FROM async_task
         WHERE id = ? AND status IN (0, 1)
           FOR UPDATE
        """;

    static final String TAKE_OVER = """
        UPDATE async_task
           SET status = 1, lease_epoch = lease_epoch + 1, lease_owner = ?, wait_reason = 0,
               next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = ? AND lease_epoch = ?
        """;

    /** Whether somebody has changed the task by a deed: opened it again, held it, edited it. */
    static final String TOUCHED = """
        SELECT 1
          FROM audit_log
         WHERE object_type = 'task' AND object_id = ? AND action <> 'payload-read'
         LIMIT 1
        """;

    /** What cannot be opened waits for its key; nothing is counted against it. */
    static final String PARK_UNREADABLE = """
        UPDATE async_task
           SET status = 0, lease_owner = 0, wait_reason = 0, last_error = ?,
               next_retry_time = UTC_TIMESTAMP(3) + INTERVAL 60 SECOND, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = ?
        """;

    static final Shapes LEASE = Shapes.of("""
        UPDATE async_task FORCE INDEX (PRIMARY)
           SET status = 1, lease_epoch = lease_epoch + 1, attempts = attempts + 1, crashes = crashes + ?,
               lease_owner = ?, next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, wait_reason = 0,
               signalled = 0, updated_at = UTC_TIMESTAMP(3)
         WHERE status = ? AND id IN ((…))
        """, "?");

    static final String UNSORTED = """
        SELECT id, route
          FROM async_task
         WHERE status = 0 AND lane = 0
         ORDER BY next_retry_time, id
         LIMIT 200
           FOR UPDATE SKIP LOCKED
        """;

    static final String SORT_IN = """
        UPDATE async_task
           SET lane = ?
         WHERE id = ? AND status = 0 AND lane = 0
        """;

    static final String EFFECT_KEY = """
        SELECT effect_key, overlong
          FROM async_task
         WHERE id = ?
        """;

    /** The pair of no task is there because MariaDB looks through the whole table for a list of one pair alone. */
    static final Shapes DONE = Shapes.of("""
        UPDATE async_task FORCE INDEX (PRIMARY)
           SET status = 2, lease_owner = 0, crashes = 0, last_outcome = 0, next_retry_time = UTC_TIMESTAMP(3),
               updated_at = UTC_TIMESTAMP(3)
         WHERE status = 1 AND (id, lease_epoch) IN ((…), (0, 0))
        """, "(?, ?)");

    /** All outcomes but done: each row brings its own values. */
    static final Shapes MOVE = Shapes.of(
            """
            UPDATE async_task t
              JOIN (SELECT 0 AS id, 0 AS epoch, 0 AS status, 0 AS failures, 0 AS unstarted, 0 AS keeps_crashes,
                           0 AS delay, 0 AS wait_reason, 0 AS outcome, CAST(NULL AS CHAR(512)) AS error,
                           CAST(NULL AS CHAR(2048)) AS status_url
                     UNION ALL (…)) m ON t.id = m.id
               SET t.status = m.status,
                   t.retry_count = t.retry_count + m.failures,
                   t.attempts = t.attempts - m.unstarted,
                   t.crashes = t.crashes * m.keeps_crashes,
                   t.next_retry_time = UTC_TIMESTAMP(3)
                       + INTERVAL IF(m.wait_reason = 1 AND t.signalled = 1, 0, m.delay) MICROSECOND,
                   t.lease_owner = 0,
                   t.wait_reason = IF(m.wait_reason = 1 AND t.signalled = 1, 0, m.wait_reason),
                   t.last_outcome = IF(m.outcome < 0, t.last_outcome, m.outcome),
                   t.last_error = COALESCE(m.error, t.last_error),
                   t.status_url = IF(m.unstarted = 1, t.status_url, m.status_url),
                   t.updated_at = UTC_TIMESTAMP(3)
             WHERE t.status = 1 AND t.lease_epoch = m.epoch
            """,
            "SELECT CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED),"
                + " CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS SIGNED), CAST(? AS CHAR(512)),"
                + " CAST(? AS CHAR(2048))",
            " UNION ALL ");

    static final Shapes RENEW = Shapes.of("""
        UPDATE async_task FORCE INDEX (PRIMARY)
           SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, updated_at = UTC_TIMESTAMP(3)
         WHERE status = 1 AND (id, lease_epoch) IN ((…), (0, 0))
        """, "(?, ?)");

    static final Shapes STATES = Shapes.of("""
        SELECT id, status, lease_epoch
          FROM async_task
         WHERE id IN ((…))
        """, "?");

    /** One line for each try that was not a clean first success. The same again changes nothing. */
    static final Shapes ATTEMPT = Shapes.of("""
        INSERT INTO task_attempt (task_id, lease_epoch, outcome, wait_reason, last_outcome, error)
        VALUES (…)
            ON DUPLICATE KEY UPDATE task_id = task_id
        """, "(?, ?, ?, ?, ?, ?)");

    private WorkSql() {}

    private static String ready(int lanes) {
        String one = """
            (SELECT lane, next_retry_time
               FROM async_task
              WHERE status = ? AND lane = ? AND next_retry_time <= UTC_TIMESTAMP(3)
                AND next_retry_time >= CAST(? AS DATETIME(3))
              ORDER BY next_retry_time, id
              LIMIT 1)\
            """;
        return "SELECT -1 AS lane, UTC_TIMESTAMP(3) AS since\nUNION ALL\n"
                + String.join("\nUNION ALL\n", java.util.Collections.nCopies(lanes, one));
    }
}
