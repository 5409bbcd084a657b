package tallygate.gateway.mysql;

/** Statements on {@code lane}: what all nodes know of a route. */
final class LaneSql {
    static final String ALL = """
        SELECT lane, route, paused_at, paused_by, paused_why, ordered
          FROM lane
         ORDER BY lane
        """;

    static final String LOOK = """
        SELECT paused_at IS NOT NULL, ordered, (SELECT COUNT(*) FROM handler_pause h WHERE h.lane = l.lane)
          FROM lane l
         WHERE lane = ?
           FOR UPDATE
        """;

    static final String PAUSE = """
        UPDATE lane
           SET paused_at = UTC_TIMESTAMP(3), paused_by = ?, paused_why = ?
         WHERE lane = ? AND paused_at IS NULL
        """;

    static final String VERSIONS = """
        SELECT lane, version, paused_at, paused_by, paused_why
          FROM handler_pause
        """;

    static final String PAUSE_VERSION = """
        INSERT INTO handler_pause (lane, version, paused_by, paused_why)
        VALUES (?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE lane = lane
        """;

    static final String RESUME_VERSIONS = """
        DELETE FROM handler_pause
         WHERE lane = ?
        """;

    static final String RESUME = """
        UPDATE lane
           SET paused_at = NULL, paused_by = '', paused_why = ''
         WHERE lane = ? AND paused_at IS NOT NULL
        """;

    static final String ORDER = """
        UPDATE lane
           SET ordered = ?
         WHERE lane = ? AND ordered <> ?
        """;

    private LaneSql() {}
}
