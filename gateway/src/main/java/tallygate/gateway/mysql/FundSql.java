package tallygate.gateway.mysql;

/** Statements on payouts and movements of balances. */
final class FundSql {
    /** Payouts of a day that the day's rows do not come to. Without the payout's own row nothing can be said of it. */
    static final String PAYOUT_GAPS = """
        SELECT payout, net_currency, SUM(net), COALESCE(SUM(CASE WHEN kind = 6 THEN gross_minor END), 0), MIN(line),
               COUNT(*) - COUNT(net)
          FROM statement_row
         WHERE source = ? AND bill_day = ? AND payout <> ''
         GROUP BY payout, net_currency
        HAVING SUM(kind = 6) > 0
         ORDER BY payout, net_currency
        """;

    static final Shapes ADD = Shapes.of("""
        INSERT INTO fund_row (file_id, line, source, bill_day, flow, business, order_no, kind, amount_minor, balance_minor,
                              currency, occurred_at)
        VALUES (…)
        ON DUPLICATE KEY UPDATE line = line
        """, "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

    static final String ROWS = """
        SELECT r.file_id, r.line, r.kind, r.flow, r.business, r.amount_minor, r.balance_minor, r.currency, r.occurred_at
          FROM fund_row r
         WHERE r.source = ? AND r.bill_day = ? AND (r.file_id > ? OR r.file_id = ? AND r.line > ?)
         ORDER BY r.file_id, r.line
         LIMIT ?
        """;

    static final String LAST_BALANCE = """
        SELECT balance_minor
          FROM fund_row
         WHERE source = ? AND bill_day = ?
         ORDER BY file_id DESC, line DESC
         LIMIT 1
        """;

    static final Shapes MOVED = Shapes.of("""
        SELECT business, kind, SUM(amount_minor), COUNT(*)
          FROM fund_row
         WHERE source = ? AND kind IN (0, 1, 5) AND business IN ((…))
         GROUP BY business, kind
        """, "?");

    private static final String BOOKED =
            ", kind, SUM(net), SUM(fee), COUNT(*), COUNT(net), COUNT(fee), MAX(currency)" + " FROM statement_row";

    static final Shapes BOOKED_BY_TRANSACTION = Shapes.of(
            "SELECT txn" + BOOKED + " WHERE source = ? AND kind IN (0, 1) AND txn IN ((…)) GROUP BY txn, kind", "?");

    static final Shapes BOOKED_BY_PAYMENT = Shapes.of(
            "SELECT original" + BOOKED + " WHERE source = ? AND kind = 1 AND original IN ((…)) GROUP BY original, kind",
            "?");

    private FundSql() {}
}
