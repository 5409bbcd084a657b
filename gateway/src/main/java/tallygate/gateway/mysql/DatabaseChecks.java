package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Looks at a server's settings as one of our sessions has them: does "committed" mean "still there after a power cut"? */
final class DatabaseChecks {
    private static final long PACKET_MIN = 16L << 20;
    private static final Duration SKEW_WARNING = Duration.ofSeconds(2);
    private static final Duration SKEW_MAX = Duration.ofSeconds(30);
    private static final String MILLIS = "2026-02-28 23:59:59.678";

    private final Session session;
    private final Map<String, String> variables = new HashMap<>();

    DatabaseChecks(Session session) {
        this.session = session;
    }

    List<Finding> run(InstantSource clock) throws SQLException {
        readVariables();
        List<Finding> findings = new ArrayList<>();
        findings.add(version());
        durability(findings);
        findings.add(Replication.read(session, variables).lossWindow());
        session(findings);
        findings.add(milliseconds());
        findings.add(skew(clock));
        // A server that takes no writes does not explain them either.
        if (!isReadOnly()) {
            new PlanChecks(session).run(findings);
        }
        return findings;
    }

    private void readVariables() throws SQLException {
        try (ResultSet rows = session.prepare("SHOW VARIABLES").query()) {
            while (rows.next()) {
                variables.put(rows.getString(1), rows.getString(2));
            }
        }
    }

    private String value(String name) {
        return variables.getOrDefault(name, "");
    }

    private boolean isOn(String name) {
        String value = value(name).toUpperCase(Locale.ROOT);
        return value.equals("ON") || value.equals("1");
    }

    private boolean isReadOnly() {
        return isOn("read_only") || isOn("super_read_only");
    }

    private Finding version() {
        String version = value("version");
        boolean isMariaDb =
                version.contains("MariaDB") || value("version_comment").contains("MariaDB");
        int[] least = isMariaDb ? new int[] {10, 6, 0} : new int[] {8, 0, 13};
        return Finding.demand(
                compare(numbers(version), least) >= 0,
                "version",
                version,
                "Use MariaDB 10.6 or later, or MySQL 8.0.13 or later: older ones lack SKIP LOCKED or column defaults.");
    }

    private static int[] numbers(String version) {
        int[] numbers = new int[3];
        String[] parts = version.split("[^0-9]+", 4);
        for (int i = 0; i < Math.min(3, parts.length); i++) {
            numbers[i] = parts[i].isEmpty() ? 0 : Integer.parseInt(parts[i]);
        }
        return numbers;
    }

    private static int compare(int[] found, int[] least) {
        for (int i = 0; i < 3; i++) {
            if (found[i] != least[i]) {
                return Integer.compare(found[i], least[i]);
            }
        }
        return 0;
    }

    private void durability(List<Finding> findings) {
        findings.add(Finding.demand(
                value("innodb_flush_log_at_trx_commit").equals("1"),
                "innodb_flush_log_at_trx_commit",
                value("innodb_flush_log_at_trx_commit"),
                "Set innodb_flush_log_at_trx_commit=1: with anything else a commit that was acknowledged is lost when"
                        + " the server or its power fails."));
        String binlog = isOn("log_bin") ? "log_bin=ON sync_binlog=" + value("sync_binlog") : "log_bin=OFF";
        findings.add(Finding.demand(
                !isOn("log_bin") || value("sync_binlog").equals("1"),
                "sync_binlog",
                binlog,
                "Set sync_binlog=1 (or switch the binary log off): after a crash the log and the tables differ, and a"
                        + " replica may lack acknowledged rows."));
        String doublewrite = value("innodb_doublewrite").toUpperCase(Locale.ROOT);
        findings.add(Finding.demand(
                !doublewrite.equals("OFF") && !doublewrite.equals("0") && !doublewrite.equals("DETECT_ONLY"),
                "innodb_doublewrite",
                doublewrite,
                "Set innodb_doublewrite=ON, unless the file system writes 16 KiB pages atomically: a page torn by a"
                        + " power cut cannot be repaired."));
        findings.add(Finding.demand(
                !isReadOnly(),
                "read_only",
                value("read_only"),
                "This server takes no writes: point database.url to the primary."));
        findings.add(
                isOn("wsrep_on")
                        ? Finding.warning(
                                "wsrep_on",
                                "ON, wsrep_sync_wait=" + value("wsrep_sync_wait"),
                                "Galera: let all gateways write through one node (sequential failover, no load"
                                    + " balancing); nodes that fail within one another's second can lose acknowledged"
                                    + " commits, which only reconciliation finds again.")
                        : Finding.ok("wsrep_on", "OFF"));
    }

    private void session(List<Finding> findings) {
        String isolation = value("transaction_isolation") + value("tx_isolation");
        findings.add(Finding.demand(
                isolation.startsWith("READ-COMMITTED"),
                "transaction_isolation",
                isolation,
                "The server or a proxy overrides the session's isolation: allow READ COMMITTED."));
        findings.add(Finding.demand(
                value("sql_mode").contains("STRICT_TRANS_TABLES")
                        || value("sql_mode").contains("STRICT_ALL_TABLES"),
                "sql_mode",
                value("sql_mode"),
                "The server or a proxy overrides the session's sql_mode: allow STRICT_TRANS_TABLES, else values are cut"
                        + " silently."));
        findings.add(Finding.demand(
                value("time_zone").equals("+00:00") || value("time_zone").equals("UTC"),
                "time_zone",
                value("time_zone"),
                "The server or a proxy overrides the session's time zone: allow +00:00."));
        long packet = value("max_allowed_packet").isEmpty() ? 0 : Long.parseLong(value("max_allowed_packet"));
        findings.add(Finding.demand(
                packet >= PACKET_MIN,
                "max_allowed_packet",
                Long.toString(packet),
                "Set max_allowed_packet to 64M (at least 16M): a group commit with large callbacks does not fit."));
    }

    /** Some drivers and servers cut the fraction, some round it into the next day. */
    private Finding milliseconds() throws SQLException {
        String query = "SELECT CAST(? AS DATETIME(3)), CAST(? AS DATETIME(3)) + INTERVAL 1000 MICROSECOND";
        try (ResultSet rows = session.prepare(query).add(MILLIS).add(MILLIS).query()) {
            rows.next();
            Instant back = Params.instant(rows, 1);
            Instant later = Params.instant(rows, 2);
            boolean isExact = Params.text(back).equals(MILLIS) && later.equals(back.plusMillis(1));
            return Finding.demand(
                    isExact,
                    "milliseconds",
                    Params.text(back),
                    "Times do not come back as they were sent: leases and retries would be wrong. Check what stands"
                            + " between this gateway and the server.");
        }
    }

    private Finding skew(InstantSource clock) throws SQLException {
        Instant before = clock.instant();
        try (ResultSet rows = session.prepare(NodeSql.NOW).query()) {
            rows.next();
            Instant here = before.plus(Duration.between(before, clock.instant()).dividedBy(2));
            Duration skew = Duration.between(Params.instant(rows, 1), here);
            String value = skew.toMillis() + " ms ahead of the database";
            String advice =
                    "Synchronise both clocks (NTP): replay windows follow this clock, due times the database's.";
            if (skew.abs().compareTo(SKEW_MAX) > 0) {
                return Finding.unsafe("clock", value, advice);
            }
            return skew.abs().compareTo(SKEW_WARNING) > 0
                    ? Finding.warning("clock", value, advice)
                    : Finding.ok("clock", value);
        }
    }
}
