package tallygate.gateway.mysql;

/** Statements on {@code discrepancy}. */
final class DiscrepancySql {
    private static final String COLUMNS = """
        SELECT id, version, kind, source, reference, statement, task_id, biz_id, ours_minor, theirs_minor, currency,
               detail, status, owner, note, resolution, resolved_by, opened_at, updated_at, seen_at, resolved_at
          FROM discrepancy
        """;

    /** One affected row: it is new. None: it was there. */
    static final String INSERT = """
        INSERT INTO discrepancy (kind, source, reference, statement, task_id, biz_id, ours_minor, theirs_minor, currency,
                                 detail)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE id = id
        """;

    static final String FIND = COLUMNS + " WHERE id = ?";

    static final String FIND_LOCKED = FIND + " FOR UPDATE";

    static final String BY_KEY_LOCKED = COLUMNS + " WHERE source = ? AND reference = ? AND kind = ? FOR UPDATE";

    /** Found again: what is said of it may have changed, who has it has not. */
    static final String SEEN = """
        UPDATE discrepancy
           SET statement = ?, task_id = ?, ours_minor = ?, theirs_minor = ?, currency = ?, detail = ?,
               seen_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND version = ? AND status <> 2
        """;

    static final String REOPEN_SEEN = """
        UPDATE discrepancy
           SET statement = ?, task_id = ?, ours_minor = ?, theirs_minor = ?, currency = ?, detail = ?,
               seen_at = UTC_TIMESTAMP(3), status = 0, resolution = '', resolved_by = '', resolved_at = NULL,
               version = version + 1, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND version = ? AND status = 2
        """;

    static final String ASSIGN = """
        UPDATE discrepancy
           SET status = 1, owner = ?, note = ?, version = version + 1, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND version = ? AND status IN (0, 1)
        """;

    static final String PUT_BACK = """
        UPDATE discrepancy
           SET status = 0, owner = '', note = ?, version = version + 1, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND version = ? AND status = 1
        """;

    static final String RESOLVE = """
        UPDATE discrepancy
           SET status = 2, resolution = ?, resolved_by = ?, resolved_at = UTC_TIMESTAMP(3), version = version + 1,
               updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND version = ? AND status IN (0, 1)
        """;

    static final String REOPEN = """
        UPDATE discrepancy
           SET status = 0, owner = '', note = ?, resolution = '', resolved_by = '', resolved_at = NULL,
               version = version + 1, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND version = ? AND status = 2
        """;

    static final String COUNTS = """
        SELECT source, kind, COUNT(*), TIMESTAMPDIFF(SECOND, MIN(opened_at), UTC_TIMESTAMP(3))
          FROM discrepancy
         WHERE status IN (0, 1)
         GROUP BY source, kind
         ORDER BY source, kind
        """;

    private DiscrepancySql() {}

    /** @param conditions whole conditions with parameters, from this package only */
    static String list(Iterable<String> conditions) {
        return COLUMNS + " WHERE " + String.join(" AND ", conditions) + " ORDER BY id DESC LIMIT ?";
    }
}
