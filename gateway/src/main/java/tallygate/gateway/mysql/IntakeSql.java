package tallygate.gateway.mysql;

/** Statements that put tasks in, on {@code async_task} and {@code callback_conflict}. */
final class IntakeSql {
    /** Without IGNORE, which hides refused data and id clashes. The row count says how many were new. */
    static final Shapes INSERT = Shapes.fine("""
        INSERT INTO async_task (
               id, source, endpoint, provider, route, lane, biz_type, biz_id, event_id, event_type, provider_txn_id,
               amount_minor, currency, occurred_at, content_digest, effect_key, effect_of, status, attempts,
               next_retry_time, lease_owner, lease_epoch, wait_reason, last_error, created_at, updated_at,
               request_method, request_scheme, request_authority, request_target, request_headers, remote_address,
               payload, content, overlong, payload_key)
        VALUES (…)
            ON DUPLICATE KEY UPDATE id = id
        """, """
        (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, \
        ?, ?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """);

    static final Shapes BY_ID = Shapes.of("""
        SELECT id, source, event_id, content_digest, status, lease_epoch, lease_owner, effect_of
          FROM async_task
         WHERE id IN ((…))
        """, "?");

    static final Shapes BY_KEY = Shapes.of("""
        SELECT id, source, event_id, content_digest, status, lease_epoch, lease_owner, effect_of
          FROM async_task
         WHERE source = ? AND event_id IN ((…))
        """, "?");

    static final String BY_EFFECT = """
        SELECT id
          FROM async_task
         WHERE effect_key = ?
        """;

    /** By primary key, as all changes of leased tasks: see {@link WorkSql}. */
    static final Shapes RELEASE = Shapes.of("""
        UPDATE async_task FORCE INDEX (PRIMARY)
           SET status = 0, attempts = attempts - 1, lease_owner = 0, next_retry_time = UTC_TIMESTAMP(3),
               updated_at = UTC_TIMESTAMP(3)
         WHERE status = 1 AND lease_epoch = 1 AND lease_owner = ? AND id IN ((…))
        """, "?");

    static final String CONFLICT = """
        INSERT INTO callback_conflict (
               task_id, source, event_id, endpoint, content_digest, amount_minor, currency, request, content, payload_key)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE id = id
        """;

    private IntakeSql() {}
}
