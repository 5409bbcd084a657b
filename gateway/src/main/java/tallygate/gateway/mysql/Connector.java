package tallygate.gateway.mysql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Opens connections as the store needs them: server-prepared, true row counts, UTC, strict, READ COMMITTED. */
final class Connector {
    /** Below each socket timeout: the server says 1205 before we hang up without knowing. */
    private static final int LOCK_WAIT_SECONDS = 1;

    private final DatabaseSettings settings;

    Connector(DatabaseSettings settings) {
        this.settings = settings;
    }

    Connection connect(Duration socketTimeout) throws SQLException {
        Connection connection = DriverManager.getConnection(settings.url(), properties(socketTimeout));
        try {
            prepare(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    static void prepare(Connection connection) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }

    Properties properties(Duration socketTimeout) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        String[] fixed = {
            "useServerPrepStmts=true",
            "cachePrepStmts=true",
            "prepStmtCacheSize=256",
            // The shapes of 256 rows are long; a longer text than this is prepared anew each time.
            "prepStmtCacheSqlLimit=131072",
            "useLocalSessionState=true",
            "cacheServerConfiguration=true",
            "elideSetAutoCommits=true",
            "maintainTimeStats=false",
            // Else the server counts an unchanged duplicate as one affected row.
            "useAffectedRows=true",
            "rewriteBatchedStatements=false",
            "connectionTimeZone=UTC",
            "forceConnectionTimeZoneToSession=true",
            "characterEncoding=UTF-8",
            "tinyInt1isBit=false",
            "tcpKeepAlive=true",
            // An answer is read by one call, not by a head, a question for more, a rest and another question.
            "useReadAheadInput=false",
            "useUnbufferedInput=false",
            // Only our own, classified retry retries.
            "autoReconnect=false",
            "failOverReadOnly=false",
            "sessionVariables=innodb_lock_wait_timeout=" + LOCK_WAIT_SECONDS
                    + ",sql_mode='STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'",
        };
        for (String setting : fixed) {
            int equals = setting.indexOf('=');
            properties.setProperty(setting.substring(0, equals), setting.substring(equals + 1));
        }
        properties.setProperty(
                "connectTimeout", Long.toString(min(settings.timeouts().connect(), socketTimeout)));
        properties.setProperty("socketTimeout", Long.toString(socketTimeout.toMillis()));
        return properties;
    }

    private static long min(Duration a, Duration b) {
        return Math.min(a.toMillis(), b.toMillis());
    }
}
