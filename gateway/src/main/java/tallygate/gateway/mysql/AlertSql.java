package tallygate.gateway.mysql;

/** Statements on {@code alert_open}, {@code alert_told} and {@code alert_teller}. */
final class AlertSql {
    static final String TAKE = """
        UPDATE alert_teller
           SET owner = ?, lease_until = UTC_TIMESTAMP(3) + INTERVAL 15 SECOND
         WHERE id = 1 AND (owner = ? OR lease_until <= UTC_TIMESTAMP(3))
        """;

    static final String TELLER = "SELECT owner FROM alert_teller WHERE id = 1";

    static final String SEEN = """
        INSERT INTO alert_open (kind, subject, incarnation, severity, summary, facts, since, round)
        VALUES (?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND, ?)
            ON DUPLICATE KEY UPDATE severity = VALUES(severity), summary = VALUES(summary), facts = VALUES(facts),
               seen_at = UTC_TIMESTAMP(3), round = VALUES(round)
        """;

    static final String ENDED = "DELETE FROM alert_open WHERE incarnation = ? AND round <> ?";

    /** Of nodes that are gone. */
    static final String SWEEP = "DELETE FROM alert_open WHERE seen_at < UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE";

    /** A node that is alive says so every three seconds. */
    static final String HOLDING = """
        SELECT kind, subject, severity, summary, facts, TIMESTAMPDIFF(MICROSECOND, since, UTC_TIMESTAMP(3))
          FROM alert_open
         WHERE seen_at >= UTC_TIMESTAMP(3) - INTERVAL 20 SECOND
         ORDER BY since, incarnation
        """;

    static final String TOLD = """
        SELECT channel, kind, subject, severity, summary, TIMESTAMPDIFF(MICROSECOND, told_at, UTC_TIMESTAMP(3))
          FROM alert_told
        """;

    static final String TELL = """
        INSERT INTO alert_told (channel, kind, subject, severity, summary)
        VALUES (?, ?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE severity = VALUES(severity), summary = VALUES(summary), told_at = UTC_TIMESTAMP(3)
        """;

    static final String TAKE_BACK = "DELETE FROM alert_told WHERE channel = ? AND kind = ? AND subject = ?";

    private AlertSql() {}
}
