package tallygate.gateway.mysql;

/** Statements on questions to providers, and on the walk that finds them. */
final class QuestionSql {
    private static final String COLUMNS =
            "id, source, reason, reference, endpoint, txn, order_no, amount_minor, currency,"
                    + " task_id, asked, next_ask_time, status, answer, detail, ends_at <= UTC_TIMESTAMP(3)";

    /** An answered question is history; one that was given up begins again. */
    static final String OPEN = """
        INSERT INTO provider_question (source, reason, reference, endpoint, txn, order_no, amount_minor, currency, task_id,
                                       next_ask_time, ends_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND,
                UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND)
            ON DUPLICATE KEY UPDATE
               next_ask_time = IF(status = 2, VALUES(next_ask_time), next_ask_time),
               ends_at = IF(status = 2, VALUES(ends_at), ends_at),
               status = IF(status = 2, 0, status)
        """;

    static final String DUE = "SELECT " + COLUMNS + " FROM provider_question"
            + " WHERE status = 0 AND next_ask_time <= UTC_TIMESTAMP(3) ORDER BY next_ask_time LIMIT ?"
            + " FOR UPDATE SKIP LOCKED";

    static final String TAKE = """
        UPDATE provider_question
           SET asked = asked + 1, next_ask_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE id = ? AND status = 0 AND asked = ?
        """;

    static final String LATER = """
        UPDATE provider_question
           SET next_ask_time = LEAST(UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, ends_at), answer = ?, detail = ?,
               updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = 0 AND asked = ?
        """;

    static final String END = """
        UPDATE provider_question
           SET status = ?, answer = ?, detail = ?, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = 0 AND asked = ?
        """;

    static final String TAKE_MARK = """
        UPDATE reconcile_mark
           SET next_step_time = UTC_TIMESTAMP(3) + INTERVAL 1 MINUTE
         WHERE name = 'unfinished' AND next_step_time <= UTC_TIMESTAMP(3)
        """;

    static final String READ_MARK = "SELECT last_id FROM reconcile_mark WHERE name = 'unfinished'";

    static final String MOVE_MARK = """
        UPDATE reconcile_mark
           SET last_id = GREATEST(last_id, ?), next_step_time = UTC_TIMESTAMP(3)
         WHERE name = 'unfinished'
        """;

    private static final String ID_AT = """
        ((TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND) DIV 1000) << 22)
        """;

    static final String WINDOW = "SELECT COALESCE(MAX(w.id), 0), COUNT(*) FROM (SELECT id FROM async_task WHERE id > ?"
            + " AND id > " + ID_AT + " AND id <= " + ID_AT + " ORDER BY id LIMIT ?) w";

    static final Shapes CANDIDATES = Shapes.of("""
        SELECT id, source, endpoint, event_type, biz_type, biz_id, provider_txn_id, amount_minor, currency,
               wait_reason = 5 AND status = 0, overlong
          FROM async_task
         WHERE id > ? AND id <= ? AND effect_of IS NULL AND endpoint <> ''
           AND (wait_reason = 5 AND status = 0 OR effect_key IS NULL AND event_type IN ((…)))
         ORDER BY id
        """, "?");

    static final Shapes KNOWN =
            Shapes.of("SELECT reference FROM provider_question WHERE source = ? AND reference IN ((…))", "?");

    static final String COUNT_OPEN = "SELECT COUNT(*) FROM provider_question WHERE status = 0";

    static final String LIST = "SELECT " + COLUMNS + " FROM provider_question WHERE id < ? AND (? = '' OR source = ?)"
            + " AND (? = 0 OR status = 0) ORDER BY id DESC LIMIT ?";

    private QuestionSql() {}
}
