package tallygate.gateway.mysql;

/** Statements that count a day, and those on certificates. */
final class CertificateSql {
    /** By the provider's clock; ids bound the range that is read. */
    static final String OURS = """
        SELECT t.endpoint,
               CONVERT(SUBSTRING_INDEX(SUBSTRING(COALESCE(t.effect_key, f.effect_key), LENGTH(t.source) + 2), ':', 1)
                       USING utf8mb4) AS effect_kind,
               t.currency,
               CASE WHEN t.status = 2 THEN 'done' WHEN t.status = 4 THEN 'compensated' WHEN t.status = 3 THEN 'failed'
                    WHEN t.status = 0 AND t.wait_reason <> 0 THEN 'parked' ELSE 'open' END AS state,
               t.effect_of IS NOT NULL AS linked,
               COALESCE(t.remote_address, '') LIKE 'recovered:%' AS recovered,
               COUNT(*),
               COALESCE(SUM(t.amount_minor), 0)
          FROM async_task t
          LEFT JOIN async_task f ON f.id = t.effect_of
         WHERE t.id > ? AND t.id <= ? AND t.source = ?
           AND COALESCE(t.occurred_at, t.created_at) >= ? AND COALESCE(t.occurred_at, t.created_at) < ?
         GROUP BY t.endpoint, effect_kind, t.currency, state, linked, recovered
         ORDER BY t.endpoint, effect_kind, t.currency, state, linked, recovered
        """;

    /** Carried out on another day, and named by a bill of this one. A task counts once, in whatever many rows it is named. */
    static final String FROM_OTHER_DAYS = """
        SELECT n.kind, t.currency, COALESCE(SUM(t.amount_minor), 0)
          FROM (SELECT DISTINCT task_id, kind
                  FROM statement_row
                 WHERE source = ? AND bill_day = ? AND kind IN (0, 1) AND task_id IS NOT NULL) n
          JOIN async_task t ON t.id = n.task_id
         WHERE t.status IN (2, 4)
           AND (COALESCE(t.occurred_at, t.created_at) < ? OR COALESCE(t.occurred_at, t.created_at) >= ?)
         GROUP BY n.kind, t.currency
        """;

    /** Carried out on this day, and named by bills of other days only. */
    static final String TO_OTHER_DAYS = """
        SELECT n.kind, t.currency, COALESCE(SUM(t.amount_minor), 0)
          FROM async_task t
          JOIN (SELECT r.task_id, r.kind
                  FROM async_task o
                  JOIN statement_row r ON r.task_id = o.id
                 WHERE o.id > ? AND o.id <= ? AND o.source = ? AND o.status IN (2, 4) AND r.kind IN (0, 1)
                   AND COALESCE(o.occurred_at, o.created_at) >= ? AND COALESCE(o.occurred_at, o.created_at) < ?
                 GROUP BY r.task_id, r.kind
                HAVING SUM(r.bill_day = ?) = 0) n ON n.task_id = t.id
         GROUP BY n.kind, t.currency
        """;

    static final String THEIRS = """
        SELECT kind, currency, verdict, COUNT(*), SUM(gross_minor)
          FROM statement_row
         WHERE source = ? AND bill_day = ?
         GROUP BY kind, currency, verdict
         ORDER BY kind, currency, verdict
        """;

    static final String FILES = """
        SELECT COALESCE(SUM(status = 1), 0)
          FROM statement_file
         WHERE source = ? AND bill_day = ? AND format NOT LIKE '%-fund'
        """;

    static final String UNSETTLED = "SELECT COUNT(*) FROM discrepancy WHERE source = ? AND status IN (0, 1)";

    static final String KEEP = """
        INSERT INTO completeness_certificate (endpoint, source, bill_day, is_complete, body, digest)
        VALUES (?, ?, ?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE confirmed_at = UTC_TIMESTAMP(3)
        """;

    static final String LAST = """
        SELECT c.endpoint, c.source, c.bill_day, c.is_complete, c.body, LOWER(HEX(c.digest)), c.made_at
          FROM completeness_certificate c
         WHERE c.bill_day = ?
           AND NOT EXISTS (SELECT 1 FROM completeness_certificate later
                            WHERE later.bill_day = c.bill_day AND later.endpoint = c.endpoint
                              AND (later.confirmed_at > c.confirmed_at
                                   OR later.confirmed_at = c.confirmed_at AND later.id > c.id))
         ORDER BY c.endpoint
        """;

    private CertificateSql() {}
}
