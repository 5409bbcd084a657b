package tallygate.gateway.mysql;

/**
 * Statements of lanes that keep the order of their business keys. They find the tasks of a key along k_biz, and change those that a
 * claim has locked by primary key.
 */
final class OrderSql {
    /** Age in microseconds, and whether an older task of the key is unfinished: pending, processing, or the given status. */
    static final Shapes STANDING = Shapes.of("""
        SELECT c.id,
               TIMESTAMPDIFF(MICROSECOND, c.created_at, UTC_TIMESTAMP(3)),
               EXISTS (SELECT 1
                         FROM async_task o
                        WHERE o.biz_id = c.biz_id AND o.route = c.route AND o.status IN (0, 1, ?)
                          AND (o.created_at < c.created_at OR (o.created_at = c.created_at AND o.id < c.id)))
          FROM async_task c
         WHERE c.id IN ((…))
        """, "?");

    static final Shapes LET_SETTLE = Shapes.of("""
        UPDATE async_task FORCE INDEX (PRIMARY)
           SET wait_reason = 2, next_retry_time = created_at + INTERVAL ? MICROSECOND
         WHERE status = 0 AND id IN ((…))
        """, "?");

    /** At least so long, a quarter of its age, at most ten minutes. */
    static final Shapes PARK = Shapes.of("""
        UPDATE async_task FORCE INDEX (PRIMARY)
           SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL LEAST(600000000, GREATEST(?,
                   TIMESTAMPDIFF(MICROSECOND, created_at, UTC_TIMESTAMP(3)) DIV 4)) MICROSECOND,
               wait_reason = 2
         WHERE status = 0 AND id IN ((…))
        """, "?");

    /** Waits for a claim that is parking the very row, so that none sleeps through its turn. */
    static final String NEXT = """
        SELECT id
          FROM async_task
         WHERE biz_id = ? AND route = ? AND status = 0 AND wait_reason IN (0, 2)
         ORDER BY created_at, id
         LIMIT 1
           FOR UPDATE
        """;

    static final String WAKE = """
        UPDATE async_task
           SET wait_reason = 0, next_retry_time = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = 0 AND wait_reason = 2
        """;

    private OrderSql() {}
}
