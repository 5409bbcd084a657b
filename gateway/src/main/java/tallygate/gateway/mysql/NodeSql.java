package tallygate.gateway.mysql;

/** Statements on {@code node}. Leases are judged by the database's clock. */
final class NodeSql {
    /** The number that has been free the longest. */
    static final String FREE = """
        SELECT node, incarnation, id_floor_millis
          FROM node
         WHERE lease_until <= UTC_TIMESTAMP(3)
         ORDER BY lease_until, node
         LIMIT 1
           FOR UPDATE
        """;

    static final String NEXT = "SELECT COALESCE(MAX(node), -1) + 1 FROM node";

    static final String ADD = """
        INSERT INTO node (node, incarnation, name, version, config_digest, id_floor_millis, started_at, heartbeat_at,
               lease_until)
        VALUES (?, 0, '', '', '', 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
            ON DUPLICATE KEY UPDATE node = node
        """;

    /** The floor is moved on at once: ids may be made before the first heartbeat. */
    static final String TAKE = """
        UPDATE node
           SET incarnation = GREATEST(incarnation + 1, ((TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000) << 10) | node),
               name = ?, version = ?, config_digest = ?, clock_skew_millis = 0, lanes = NULL,
               id_floor_millis = GREATEST(id_floor_millis, TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000 + ?),
               started_at = UTC_TIMESTAMP(3), heartbeat_at = UTC_TIMESTAMP(3),
               lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE node = ? AND lease_until <= UTC_TIMESTAMP(3)
        """;

    static final String INCARNATION = "SELECT incarnation FROM node WHERE node = ?";

    static final String BEAT = """
        UPDATE node
           SET config_digest = ?, clock_skew_millis = ?, lanes = ?, id_floor_millis = GREATEST(id_floor_millis, ?),
               heartbeat_at = UTC_TIMESTAMP(3), lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE node = ? AND incarnation = ? AND lease_until > UTC_TIMESTAMP(3)
        """;

    static final String HELD = """
        SELECT COUNT(*)
          FROM node
         WHERE node = ? AND incarnation = ? AND lease_until > UTC_TIMESTAMP(3)
        """;

    static final String NOW = "SELECT UTC_TIMESTAMP(3)";

    /** Which server it is: each kind has some of these names. */
    static final String SERVER = """
        SHOW GLOBAL VARIABLES
         WHERE Variable_name IN ('server_uuid', 'server_uid', 'server_id', 'hostname', 'port', 'datadir', 'version')
        """;

    static final String LEAVE = """
        UPDATE node
           SET lease_until = UTC_TIMESTAMP(3), id_floor_millis = ?
         WHERE node = ? AND incarnation = ?
        """;

    static final String LIST = """
        SELECT node, incarnation, name, version, config_digest, clock_skew_millis, started_at, heartbeat_at,
               lease_until > UTC_TIMESTAMP(3), lanes
          FROM node
         WHERE heartbeat_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY
         ORDER BY lease_until > UTC_TIMESTAMP(3) DESC, node
        """;

    private NodeSql() {}
}
