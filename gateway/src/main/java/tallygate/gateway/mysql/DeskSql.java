package tallygate.gateway.mysql;

/** Statements of what people look at: each walks along one index and ends after a bounded number of rows. */
final class DeskSql {
    /** So far back in one walk, and no further: the next page goes on from there. */
    static final int WALK_BY_STATUS = 20_000;

    /** But at least so many of each lane. */
    static final int WALK_OF_LANE = 1_000;

    static final int WALK_BY_ARRIVAL = 5_000;

    /** Rows looked at first for each that is wanted: where most of them fit, a page costs no long walk. */
    static final int NEAR = 4;

    /** Where a walk along one lane and state ends at the latest. */
    static final String END_BY_STATUS = """
        SELECT next_retry_time, id
          FROM async_task
         WHERE status = ? AND lane = ? AND next_retry_time <= ? AND (next_retry_time < ? OR id < ?)
         ORDER BY next_retry_time DESC, id DESC
         LIMIT 1 OFFSET ?
        """;

    static final String BY_STATUS = " WHERE t.status = ? AND t.lane = ? AND t.next_retry_time <= ?"
            + " AND (t.next_retry_time < ? OR t.id < ?) AND t.next_retry_time >= ?%s"
            + " ORDER BY t.next_retry_time DESC, t.id DESC LIMIT ?";

    static final String END_BY_ARRIVAL = """
        SELECT id FROM async_task WHERE id < ? AND id >= ? ORDER BY id DESC LIMIT 1 OFFSET ?
        """;

    static final String BY_ARRIVAL = " WHERE t.id < ? AND t.id >= ?%s ORDER BY t.id DESC LIMIT ?";

    /** What the optimizer thinks: it looks at the ends of the range, and reads nothing in between. */
    static final String ROWS_IN_STATUS = "EXPLAIN SELECT id FROM async_task FORCE INDEX (k_due) WHERE status = ?";

    static final String ROWS_IN_SPAN =
            "EXPLAIN SELECT id FROM async_task FORCE INDEX (PRIMARY) WHERE id >= ? AND id < ?";

    /** So many index entries of a state are walked in the time of one whole row. */
    static final int ENTRIES_OF_A_ROW = 4;

    static final String IN_STATUS = " AND t.status + 0 = ?";
    static final String IN_SPAN = " AND t.id >= ? AND t.id < ?";
    static final String BY_ID = " WHERE t.id = ?";
    static final String BY_BIZ = " WHERE t.biz_id = ? ORDER BY t.id LIMIT 200";
    static final String BY_TXN = " WHERE t.provider_txn_id = ? ORDER BY t.id LIMIT 200";
    static final String BY_EVENT = " WHERE t.source = ? AND t.event_id = ?";

    static final String ATTEMPTS = """
        SELECT ended_at, outcome, lease_epoch, error
          FROM task_attempt
         WHERE task_id = ?
         ORDER BY lease_epoch DESC
         LIMIT 100
        """;

    static final String CONFLICTS_OF = """
        SELECT first_seen, id FROM callback_conflict WHERE task_id = ? ORDER BY id LIMIT 50
        """;

    static final String COPIES_OF =
            "SELECT copies, first_seen, last_seen, COALESCE(last_address, '') FROM callback_copy WHERE task_id = ?";

    static final String AUDIT_OF = """
        SELECT at, action, actor, reason
          FROM audit_log
         WHERE object_type = 'task' AND object_id = ?
         ORDER BY id DESC
         LIMIT 100
        """;

    static final String SAGA_STEPS = """
        SELECT l.updated_at, l.saga_id, l.request_id, l.step_name, l.action_status, l.tries, COALESCE(l.last_error, '')
          FROM saga_instance s
          JOIN saga_log l ON l.saga_id = s.saga_id
         WHERE s.biz_id = ?
         ORDER BY l.updated_at
         LIMIT 200
        """;

    static final String PROBE_OF = """
        SELECT COALESCE(answered_at, due_at), asked, answer, detail
          FROM task_probe
         WHERE task_id = ? AND asked > 0
        """;

    /** What its provider was asked about its money effect: under all reasons there are, so that the key is used whole. */
    static final String QUESTIONS_OF = """
        SELECT updated_at, asked, status, answer, detail
          FROM provider_question
         WHERE source = ? AND reason IN ('unfinished', 'held', 'bank-miss', 'callback-missing') AND reference = ?
           AND asked > 0
        """;

    static final String STATEMENT_ROWS_OF = """
        SELECT occurred_at, bill_day, gross_minor, currency, word, verdict
          FROM statement_row
         WHERE task_id = ?
         LIMIT 20
        """;

    private static final String CONFLICT = """
        SELECT id, task_id, source, event_id, endpoint, amount_minor, currency, first_seen, resolved_at,
               COALESCE(resolved_by, ''), COALESCE(resolution, '')
          FROM callback_conflict
        """;

    static final String CONFLICTS_OPEN = CONFLICT + " WHERE resolved_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?";
    static final String CONFLICTS = CONFLICT + " WHERE id < ? ORDER BY id DESC LIMIT ?";
    static final String CONFLICT_BY_ID = CONFLICT + " WHERE id = ?";
    static final String CONFLICT_REQUEST =
            "SELECT request, content, payload_key, task_id, content_digest FROM callback_conflict WHERE id = ?";

    static final String RESOLVE = """
        UPDATE callback_conflict
           SET resolved_at = UTC_TIMESTAMP(3), resolved_by = ?, resolution = ?
         WHERE id = ? AND resolved_at IS NULL
        """;

    static final String AUDIT = """
        SELECT id, at, actor, origin, action, object_type, object_id, before_state, after_state, reason,
               row_hash IS NOT NULL
          FROM audit_log
         WHERE id < ?%s
         ORDER BY id DESC
         LIMIT ?
        """;

    static final String TALLY = """
        SELECT status, status = 0 AND (wait_reason <> 0 OR next_retry_time > UTC_TIMESTAMP(3)) AS waits, COUNT(*),
               MIN(created_at)
          FROM (SELECT status, wait_reason, next_retry_time, created_at FROM async_task ORDER BY id DESC LIMIT ?) newest
         GROUP BY 1, 2
        """;

    static final String WAIT_FAILED =
            "SELECT COUNT(*) FROM (SELECT 1 AS one FROM async_task WHERE status = 3 LIMIT 1000) some";
    static final String WAIT_CONFLICTS = "SELECT COUNT(*) FROM (SELECT 1 AS one FROM callback_conflict"
            + " WHERE resolved_at IS NULL LIMIT 1000) some";
    static final String WAIT_DISCREPANCIES =
            "SELECT COUNT(*) FROM (SELECT 1 AS one FROM discrepancy WHERE status IN (0, 1) LIMIT 1000) some";
    static final String WAIT_DEAD =
            "SELECT COUNT(*) FROM (SELECT 1 AS one FROM compensation_dead_letter WHERE status = 0 LIMIT 1000) some";
    static final String WAIT_APPROVALS = "SELECT COUNT(*) FROM (SELECT 1 AS one FROM approval"
            + " WHERE status = 0 AND expires_at > UTC_TIMESTAMP(3) LIMIT 1000) some";

    private DeskSql() {}
}
