package tallygate.gateway.mysql;

import java.util.Optional;
import tallygate.gateway.saga.SagaStatus;

/** Statements of the desk for sagas. */
final class SagaDeskSql {
    private static final String ROW = """
        SELECT id, saga_id, saga_type, version, biz_id, status, current_step, held, COALESCE(last_error, ''), created_at,
               updated_at
          FROM saga_instance
        """;

    static final String FIND = ROW + " WHERE saga_id = ?";

    /**
     * Along the key, by order along k_biz, and those of a state that few are in along k_due: a walk along the key would read all
     * the ended ones to find them.
     */
    static String list(Optional<SagaStatus> status, Optional<String> bizId) {
        boolean isOfFew =
                bizId.isEmpty() && status.filter(one -> !one.isFinal()).isPresent();
        return ROW + (isOfFew ? " FORCE INDEX (k_due)" : "") + " WHERE id < ?"
                + (status.isPresent() ? " AND status = ?" : "")
                + (bizId.isPresent() ? " AND biz_id = ?" : "") + " ORDER BY id DESC LIMIT ?";
    }

    static final String HELD = ROW + " WHERE held = 1 ORDER BY id LIMIT ?";

    static final String LOCKED = """
        SELECT id, status, held
          FROM saga_instance
         WHERE saga_id = ?
           FOR UPDATE
        """;

    static final String SAGA_OF = """
        SELECT saga_id
          FROM saga_log
         WHERE request_id = ?
        """;

    static final String LETTERS = """
        SELECT id, saga_id, request_id, step_name, tries, last_error, status, owner, resolution, created_at
          FROM compensation_dead_letter
         WHERE status = 0 OR ? = 0
         ORDER BY status, id
         LIMIT ?
        """;

    static final String TIMELINE = """
        SELECT created_at, 'sent', request_id, step_name, 1, '', '', '', ''
          FROM saga_log
         WHERE saga_id = ?
         UNION ALL
        SELECT updated_at,
               CASE action_status WHEN 0 THEN 'waits' WHEN 1 THEN 'done' WHEN 2 THEN 'failed' WHEN 3 THEN 'compensated'
                                  WHEN 4 THEN 'compensation-failed' ELSE 'unknown' END,
               request_id, step_name, tries, '', COALESCE(last_error, ''), '', CONVERT(COALESCE(response, '') USING utf8mb4)
          FROM saga_log
         WHERE saga_id = ?
         UNION ALL
        SELECT at, kind, request_id, '', number, outcome, detail, '', ''
          FROM saga_note
         WHERE saga_id = ?
         UNION ALL
        SELECT at, action, '', '', 0, after_state, reason, actor, ''
          FROM audit_log
         WHERE object_type = 'saga' AND object_id = ?
         ORDER BY 1
         LIMIT 2000
        """;

    /** From the beginning of its pauses; one miss less than tries, so that it is known that it may have run. */
    static final String RETRY = """
        UPDATE saga_log
           SET action_status = 5, tries = 0, misses = -1, asks = 1, next_try_time = UTC_TIMESTAMP(3),
               updated_at = UTC_TIMESTAMP(3)
         WHERE request_id = ? AND action_status IN (0, 2, 4, 5)
        """;

    static final String SKIP = """
        UPDATE saga_log
           SET action_status = ?, response = '{"skipped":true}', last_error = ?, updated_at = UTC_TIMESTAMP(3)
         WHERE request_id = ? AND action_status IN (0, 2, 4, 5)
        """;

    /** A new epoch: whoever had it has it no more. */
    static final String GO_ON = """
        UPDATE saga_instance
           SET status = ?, held = 0, lease_owner = 0, lease_epoch = lease_epoch + 1, crashes = 0, ended_at = NULL,
               next_retry_time = UTC_TIMESTAMP(3), moves = moves + 1, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = ?
        """;

    static final String SETTLE = """
        UPDATE saga_instance
           SET status = 4, held = 0, lease_owner = 0, lease_epoch = lease_epoch + 1, held_lock = NULL,
               ended_at = UTC_TIMESTAMP(3), moves = moves + 1, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = 5
        """;

    static final String RESOLVE = """
        UPDATE compensation_dead_letter
           SET status = 1, owner = ?, resolution = ?, resolved_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
         WHERE request_id = ? AND status = 0
        """;

    static final String RESOLVE_ALL = """
        UPDATE compensation_dead_letter
           SET status = 1, owner = ?, resolution = ?, resolved_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
         WHERE saga_id = ? AND status = 0
        """;

    static final String ASKED_BY = """
        SELECT id, asked_by
          FROM saga_approval
         WHERE saga_id = ? AND decided_at IS NULL AND asked_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY
         ORDER BY id DESC
         LIMIT 1
        """;

    static final String ASK = """
        INSERT INTO saga_approval (saga_id, outcome, asked_by, reason)
        VALUES (?, 4, ?, ?)
        """;

    static final String AGREE = """
        UPDATE saga_approval
           SET decided_by = ?, decided_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND decided_at IS NULL
        """;

    private SagaDeskSql() {}
}
