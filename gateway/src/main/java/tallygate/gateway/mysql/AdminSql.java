package tallygate.gateway.mysql;

/** Statements by which people look at tasks and change them by hand. */
final class AdminSql {
    private static final String COLUMNS = """
        SELECT t.id, t.source, t.endpoint, t.provider, t.route, t.biz_type, t.biz_id, t.event_id, t.event_type,
               t.provider_txn_id, t.amount_minor, t.currency, t.effect_key, t.effect_of, t.status, t.retry_count,
               t.attempts, t.crashes, t.next_retry_time, t.lease_owner, t.lease_epoch, t.wait_reason, t.last_error,
               t.last_outcome, t.created_at, t.updated_at, t.overlong, f.effect_key
          FROM async_task t
          LEFT JOIN async_task f ON f.id = t.effect_of
        """;

    static final String FIND = COLUMNS + " WHERE t.id = ?";

    /** Seen and changed in one transaction: nobody else changes it in between. */
    static final String FIND_LOCKED = """
        SELECT status, retry_count, wait_reason, payload IS NULL
          FROM async_task
         WHERE id = ?
           FOR UPDATE
        """;

    static final String CONTENT = """
        SELECT request_method, request_scheme, request_authority, request_target, request_headers, remote_address,
               payload, content, source, event_id, biz_id, amount_minor, currency, payload_key
          FROM async_task
         WHERE id = ? AND payload IS NOT NULL
        """;

    static final String CHANGE = """
        UPDATE async_task
           SET status = ?, retry_count = IF(? = 0, 0, retry_count), crashes = 0, wait_reason = 0,
               next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = ?
        """;

    static final String RELEASE = """
        UPDATE async_task
           SET wait_reason = 0, next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = 0 AND wait_reason = 5
        """;

    /** It came over an endpoint between the first instant that a leaked key is not trusted from and the end of the hold. */
    static final String SUSPECT = """
        SELECT 1
          FROM async_task t
          JOIN key_revocation r ON r.endpoint = t.endpoint
         WHERE t.id = ? AND t.id <= r.last_id
           AND t.id >= GREATEST(0, TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', r.from_at) DIV 1000) << 22
         LIMIT 1
        """;

    /** From account to account along uk_event: a DISTINCT would read the whole index. */
    static final String NEXT_SOURCE = "SELECT MIN(source) FROM async_task WHERE source > ?";

    /** Whether one lane and state has more tasks than so many: along the index, and nothing is kept on the way. */
    static final String BEYOND = "SELECT 1 FROM async_task WHERE status = ? AND lane = ? LIMIT 1 OFFSET ?";

    /** Only where {@link #BEYOND} has found none. */
    static final String COUNT = "SELECT COUNT(*) FROM async_task WHERE status = ? AND lane = ?";

    static final String OLDEST_DUE = """
        SELECT TIMESTAMPDIFF(MICROSECOND, next_retry_time, UTC_TIMESTAMP(3))
          FROM async_task
         WHERE status = 0 AND lane = ? AND next_retry_time <= UTC_TIMESTAMP(3)
         ORDER BY next_retry_time, id
         LIMIT 1
        """;

    private AdminSql() {}

    /** @param rest conditions and order with parameters, from constants of this package only */
    static String tasks(String rest) {
        return COLUMNS + rest;
    }

    /** @param conditions whole conditions with parameters, from this class only */
    static String list(Iterable<String> conditions) {
        return COLUMNS + " WHERE " + String.join(" AND ", conditions) + " ORDER BY t.id DESC LIMIT ?";
    }
}
