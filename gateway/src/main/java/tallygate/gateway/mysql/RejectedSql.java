package tallygate.gateway.mysql;

/** Statements on {@code rejected_callback} and {@code rejected_tally}. */
final class RejectedSql {
    /** Address {@code *} is all addresses together. */
    static final String ALL_ADDRESSES = "*";

    /** The counters first: their row locks put the senders of one endpoint and reason in a line. */
    static final String OPEN_TALLY = """
        INSERT INTO rejected_tally (day, endpoint, reason, remote_address)
        VALUES (UTC_DATE(), ?, ?, ?)
            ON DUPLICATE KEY UPDATE kept = kept
        """;

    static final String KEPT = """
        SELECT kept
          FROM rejected_tally
         WHERE day = UTC_DATE() AND endpoint = ? AND reason = ? AND remote_address = ?
           FOR UPDATE
        """;

    static final String COUNT = """
        UPDATE rejected_tally
           SET kept = kept + ?, capped = capped + ?
         WHERE day = UTC_DATE() AND endpoint = ? AND reason = ? AND remote_address = ?
        """;

    static final String KEEP = """
        INSERT INTO rejected_callback (
               endpoint, provider, reason, detail, remote_address, arrived_at, keep_until, request, request_digest,
               payload_key)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    static final String LAST_ID = "SELECT LAST_INSERT_ID()";

    private static final String COLUMNS = """
        SELECT id, endpoint, provider, reason, detail, arrived_at, keep_until, request, request_digest, result,
               payload_key
          FROM rejected_callback
        """;

    static final String FIND = COLUMNS + " WHERE id = ?";

    static final String LIST = COLUMNS + " WHERE id < ? ORDER BY id DESC LIMIT ?";

    static final String LIST_ENDPOINT = COLUMNS + " WHERE endpoint = ? AND id < ? ORDER BY id DESC LIMIT ?";

    static final String LOCK = """
        SELECT id
          FROM rejected_callback
         WHERE id = ?
           FOR UPDATE
        """;

    static final String MARK = """
        UPDATE rejected_callback
           SET result = IF(result LIKE 'genuine%', result, ?), verified_at = UTC_TIMESTAMP(3)
         WHERE id = ?
        """;

    static final String TALLIES = """
        SELECT endpoint, remote_address, reason, kept, capped
          FROM rejected_tally
         WHERE day = ? AND remote_address <> '*'
         ORDER BY endpoint, reason, remote_address
        """;

    static final String PURGE = """
        DELETE FROM rejected_callback
         WHERE keep_until < UTC_TIMESTAMP(3)
         ORDER BY keep_until
         LIMIT ?
        """;

    /** A day's counters go when no request of that day can still be kept. */
    static final String PURGE_TALLIES = """
        DELETE FROM rejected_tally
         WHERE day < UTC_DATE() - INTERVAL 400 DAY
         LIMIT ?
        """;

    private RejectedSql() {}
}
