package tallygate.gateway.mysql;

/** Statements on files, rows and the pool. */
final class StatementSql {
    private static final String FILE_COLUMNS = """
        SELECT id, format, file_name, bill_day, status, lines_done, rows_new, rows_known
          FROM statement_file
        """;

    static final String BEGIN = """
        INSERT INTO statement_file (source, format, bill_day, file_name, sha256, taken_by)
        VALUES (?, ?, ?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE id = id
        """;

    static final String FILE = FILE_COLUMNS + " WHERE source = ? AND sha256 = ?";

    static final String FILES = FILE_COLUMNS + " WHERE source = ? AND bill_day = ? ORDER BY id";

    /** One importer at a time adds to a file: the row is locked for the transaction. */
    static final String LOCK_FILE = "SELECT lines_done FROM statement_file WHERE id = ? FOR UPDATE";

    static final String ADDED = """
        UPDATE statement_file
           SET lines_done = ?, rows_new = rows_new + ?, rows_known = rows_known + ?
         WHERE id = ? AND lines_done = ?
        """;

    static final String END = """
        UPDATE statement_file
           SET status = 1, ended_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status = 0
        """;

    static final Shapes ADD = Shapes.of("""
        INSERT INTO statement_row (file_id, line, source, bill_day, row_key, kind, txn, original, order_no, refund_no,
                                   effects, gross_minor, currency, fee, fee_currency, word, occurred_at, net, net_currency,
                                   payout)
        VALUES (…)
        ON DUPLICATE KEY UPDATE line = line
        """, "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

    static final String ROWS = """
        SELECT r.file_id, r.line, r.kind, r.txn, r.original, r.order_no, r.refund_no, r.effects, r.gross_minor, r.currency,
               r.fee, r.fee_currency, r.word, r.occurred_at, r.net, r.net_currency, r.payout
          FROM statement_row r
         WHERE r.source = ? AND r.bill_day = ? AND (r.file_id > ? OR r.file_id = ? AND r.line > ?)
         ORDER BY r.file_id, r.line
         LIMIT ?
        """;

    private static final String OURS = """
        SELECT t.id, t.endpoint, t.biz_id, t.effect_key, t.provider_txn_id, t.amount_minor, t.currency, t.status,
               t.wait_reason, t.overlong
          FROM async_task t
        """;

    static final Shapes BY_EFFECT = Shapes.of(OURS + " WHERE t.effect_key IN ((…))", "?");

    static final Shapes BY_ORDER = Shapes.of(OURS + " WHERE t.source = ? AND t.biz_id IN ((…))", "?");

    /** A range of the primary key: ids grow with time. */
    static final String UNNAMED = OURS + """
          LEFT JOIN statement_row r ON r.task_id = t.id
         WHERE t.id > ? AND t.id <= ? AND t.source = ? AND t.effect_key IS NOT NULL AND r.file_id IS NULL
           AND COALESCE(t.occurred_at, t.created_at) >= ? AND COALESCE(t.occurred_at, t.created_at) < ?
         ORDER BY t.id
         LIMIT ?
        """;

    static final Shapes SAME_MOVEMENT = Shapes.of(
            "SELECT txn, kind, gross_minor FROM statement_row WHERE source = ? AND kind IN (0, 1) AND txn IN ((…))",
            "?");

    static final Shapes PAYMENTS = Shapes.of("""
        SELECT order_no, txn, original, occurred_at, gross_minor, currency
          FROM statement_row p
         WHERE p.source = ? AND p.kind = 0 AND p.order_no IN ((…))
           AND NOT EXISTS (SELECT 1 FROM statement_row v WHERE v.source = p.source AND v.original = p.txn AND v.kind = 2)
        """, "?");

    static final Shapes REFUNDED = Shapes.of("""
        SELECT original, SUM(gross_minor)
          FROM statement_row
         WHERE source = ? AND kind = 1 AND original IN ((…))
         GROUP BY original
        """, "?");

    /** Captures of one payment, each a row of its own. */
    static final Shapes CAPTURED = Shapes.of("""
        SELECT original, SUM(gross_minor)
          FROM statement_row
         WHERE source = ? AND kind = 0 AND original IN ((…))
         GROUP BY original
        """, "?");

    static final Shapes UNDONE =
            Shapes.of("SELECT original FROM statement_row WHERE source = ? AND kind = 2 AND original IN ((…))", "?");

    static final Shapes NOT_CAPTURED = Shapes.of("""
        SELECT original, SUM(gross_minor)
          FROM statement_row
         WHERE source = ? AND kind = 8 AND original IN ((…))
         GROUP BY original
        """, "?");

    static final String JUDGED = """
        UPDATE statement_row
           SET verdict = ?, task_id = ?
         WHERE file_id = ? AND line = ?
        """;

    static final Shapes POOL = Shapes.of("""
        INSERT INTO statement_pool (task_id, source, bill_day)
        VALUES (…)
        ON DUPLICATE KEY UPDATE task_id = task_id
        """, "(?, ?, ?)");

    static final String UNPOOL = """
        DELETE p FROM statement_pool p
          JOIN statement_row r ON r.task_id = p.task_id
         WHERE p.source = ?
        """;

    static final String POOLED = """
        SELECT t.id, t.endpoint, t.biz_id, t.effect_key, t.provider_txn_id, t.amount_minor, t.currency, t.status,
               t.wait_reason, t.overlong, p.bill_day,
               (SELECT COUNT(DISTINCT f.bill_day) FROM statement_file f
                 WHERE f.source = p.source AND f.status = 1 AND f.bill_day >= p.bill_day
                   AND f.format NOT LIKE '%-fund')
          FROM statement_pool p
          JOIN async_task t ON t.id = p.task_id
         WHERE p.source = ?
         ORDER BY p.bill_day, p.task_id
         LIMIT ?
        """;

    private StatementSql() {}
}
