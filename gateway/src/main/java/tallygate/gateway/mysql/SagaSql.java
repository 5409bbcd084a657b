package tallygate.gateway.mysql;

/** Statements on the saga tables. Scans go along k_kind_due in its order; the instance's row is locked before its requests'. */
final class SagaSql {
    static final String FIND = """
        SELECT id, status
          FROM saga_instance
         WHERE saga_id = ?
        """;

    static final String CREATE = """
        INSERT INTO saga_instance (saga_id, saga_type, version, task_id, biz_id, status, payload, lock_key, lease_owner,
                                   lease_epoch, attempts, next_retry_time)
        VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND)
        """;

    static final String END_TASK = """
        UPDATE async_task
           SET status = 2, lease_owner = 0, crashes = 0, last_outcome = 0, next_retry_time = UTC_TIMESTAMP(3),
               updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = 1 AND lease_epoch = ?
        """;

    /** Who has the lock or stands before us: the oldest saga of the business id that has not ended. */
    static final String OLDEST_OF_LOCK = """
        SELECT id, saga_id
          FROM saga_instance
         WHERE lock_key = ? AND (held_lock IS NOT NULL OR status = 0) AND id <> ?
         ORDER BY held_lock IS NULL, id
         LIMIT 1
        """;

    static final String ANY_DUE = """
        SELECT saga_type, version, status
          FROM saga_instance
         WHERE status = ? AND next_retry_time <= UTC_TIMESTAMP(3) AND held = 0
         LIMIT 1
        """;

    static final String CLAIM = """
        SELECT id
          FROM saga_instance
         WHERE saga_type = ? AND version = ? AND status = ? AND held = 0 AND next_retry_time <= UTC_TIMESTAMP(3)
         ORDER BY next_retry_time
         LIMIT ?
           FOR UPDATE SKIP LOCKED
        """;

    static final String LEASE = """
        UPDATE saga_instance
           SET crashes = crashes + IF(lease_owner = 0, 0, 1), lease_owner = ?, lease_epoch = lease_epoch + 1,
               attempts = attempts + 1, nudged = 0, next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE id = ?
        """;

    static final String READ = """
        SELECT id, lease_epoch, saga_id, saga_type, version, biz_id, status, payload,
               TIMESTAMPDIFF(MICROSECOND, created_at, UTC_TIMESTAMP(3)), crashes, marks
          FROM saga_instance
         WHERE id = ?
        """;

    static final String IS_HELD = """
        SELECT id
          FROM saga_instance
         WHERE id = ? AND lease_epoch = ? AND lease_owner <> 0
        """;

    static final String ENTRIES = """
        SELECT request_id, step_seq, action_status, tries, misses, asks, mark,
               TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), next_try_time), status_url, COALESCE(response, ''),
               COALESCE(last_error, '')
          FROM saga_log
         WHERE saga_id = ?
         ORDER BY mark
        """;

    /** Fails with a duplicate key when another saga has the lock. */
    static final String TAKE_LOCK = """
        UPDATE saga_instance
           SET held_lock = lock_key
         WHERE id = ? AND lease_epoch = ? AND status = 0 AND held_lock IS NULL AND lock_key IS NOT NULL
        """;

    static final String STAND_BACK = """
        UPDATE saga_instance
           SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, lease_owner = 0, crashes = 0,
               attempts = attempts - 1, moves = moves + 1
         WHERE id = ? AND lease_epoch = ? AND status = 0
        """;

    /** Moves the saga; the row count tells whether it still is ours. */
    static final String MOVE = """
        UPDATE saga_instance
           SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL IF(? = 1 AND nudged = 1, 0, ?) MICROSECOND,
               nudged = 0, status = ?, current_step = GREATEST(current_step, ?), marks = GREATEST(marks, ?), held = ?,
               lease_owner = IF(? = 1, 0, lease_owner), held_lock = IF(? = 1, NULL, held_lock),
               ended_at = IF(? = 1, UTC_TIMESTAMP(3), NULL), last_error = COALESCE(?, last_error), crashes = 0,
               moves = moves + 1, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND lease_epoch = ? AND status = ?
        """;

    static final String WAKE_NEXT = """
        UPDATE saga_instance
           SET next_retry_time = UTC_TIMESTAMP(3)
         WHERE lock_key = ? AND status = 0 AND lease_owner = 0
         ORDER BY id
         LIMIT 1
        """;

    static final String LOCK_KEY = """
        SELECT lock_key
          FROM saga_instance
         WHERE id = ?
        """;

    static final String INSERT_ENTRY = """
        INSERT INTO saga_log (action_status, tries, misses, asks, mark, next_try_time, status_url, response, last_error,
                              request_id, saga_id, step_seq, step_name)
        SELECT ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, ?, ?, ?, ?, saga_id, ?, ?
          FROM saga_instance
         WHERE id = ?
        """;

    static final String UPDATE_ENTRY = """
        UPDATE saga_log
           SET action_status = ?, tries = ?, misses = ?, asks = ?, mark = ?,
               next_try_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, status_url = ?, response = ?, last_error = ?,
               updated_at = UTC_TIMESTAMP(3)
         WHERE request_id = ? AND action_status = ? AND tries = ? AND misses = ? AND asks = ?
        """;

    static final String DEAD_LETTER = """
        INSERT INTO compensation_dead_letter (saga_id, step_seq, step_name, request_id, tries, last_error)
        SELECT saga_id, ?, ?, ?, ?, ?
          FROM saga_instance
         WHERE id = ?
            ON DUPLICATE KEY UPDATE tries = compensation_dead_letter.tries + VALUES(tries),
               last_error = VALUES(last_error), status = 0, updated_at = UTC_TIMESTAMP(3), resolved_at = NULL
        """;

    static final String NOTE = """
        INSERT INTO saga_note (kind, number, outcome, detail, took_millis, request_id, saga_id)
        SELECT ?, ?, ?, ?, ?, ?, saga_id
          FROM saga_instance
         WHERE id = ?
        """;

    static final String OF_REQUEST = """
        SELECT id, saga_type, version
          FROM saga_instance
         WHERE saga_id = (SELECT saga_id FROM saga_log WHERE request_id = ?)
           FOR UPDATE
        """;

    static final String REQUEST = """
        SELECT step_seq, tries, mark, TIMESTAMPDIFF(MICROSECOND, updated_at, UTC_TIMESTAMP(3))
          FROM saga_log
         WHERE request_id = ?
        """;

    static final String DELIVER = """
        UPDATE saga_log
           SET action_status = ?, response = ?, last_error = ?,
               next_try_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND,
               updated_at = UTC_TIMESTAMP(3)
         WHERE request_id = ? AND action_status IN (0, 5)
        """;

    static final String NUDGE = """
        UPDATE saga_instance
           SET next_retry_time = IF(lease_owner = 0, UTC_TIMESTAMP(3), next_retry_time),
               nudged = IF(lease_owner = 0, 0, 1)
         WHERE id = ? AND status IN (1, 3)
        """;

    private SagaSql() {}
}
