package tallygate.gateway.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection with its prepared statements, each prepared once. For one thread at a time. */
final class Session implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Session.class);

    private final Connection connection;
    private final Map<String, Params> prepared = new HashMap<>();
    private final boolean staysInTransactions;
    private boolean isBroken;

    Session(Connection connection) {
        this(connection, false);
    }

    /** @param staysInTransactions every statement belongs to one, so that none has to be begun or left: two round trips less */
    Session(Connection connection, boolean staysInTransactions) {
        this.connection = connection;
        this.staysInTransactions = staysInTransactions;
    }

    /** @param sql a constant: shapes of one statement are made once and kept */
    Params prepare(String sql) throws SQLException {
        return prepare(sql, Statement.NO_GENERATED_KEYS);
    }

    /** For one row: {@link Params#key} then tells the number that the server gave it, without another question. */
    Params prepareForKey(String sql) throws SQLException {
        return prepare(sql, Statement.RETURN_GENERATED_KEYS);
    }

    private Params prepare(String sql, int keys) throws SQLException {
        Params params = prepared.get(sql);
        if (params == null) {
            params = new Params(connection.prepareStatement(sql, keys));
            prepared.put(sql, params);
        }
        return params.fromFirst();
    }

    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    void commit() throws SQLException {
        connection.commit();
    }

    void rollback() throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    /** After a commit or rollback. Never fails: what was committed stays so; the session is only not used again. */
    void end() {
        if (staysInTransactions) {
            return;
        }
        try {
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            isBroken = true;
            log.debug("error={} connection not used again", e.getErrorCode());
        }
    }

    boolean isBroken() {
        return isBroken;
    }

    @Override
    public void close() throws SQLException {
        for (Params params : prepared.values()) {
            params.close();
        }
        prepared.clear();
    }
}
