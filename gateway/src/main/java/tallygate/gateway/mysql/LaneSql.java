package tallygate.gateway.mysql;

/** Statements on {@code lane}: what all nodes know of a route. */
final class LaneSql {
    static final String ALL = """
        SELECT lane, route, paused_at, paused_by, paused_why, ordered
          FROM lane
         ORDER BY lane
        """;

    static final String LOOK = """
        SELECT paused_at IS NOT NULL, ordered
          FROM lane
         WHERE lane = ?
           FOR UPDATE
        """;

    static final String PAUSE = """
        UPDATE lane
           SET paused_at = UTC_TIMESTAMP(3), paused_by = ?, paused_why = ?
         WHERE lane = ? AND paused_at IS NULL
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
