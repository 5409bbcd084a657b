package tallygate.callback.participant.sample;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The schema of one sample service.
 *
 * @param server {@code jdbc:mysql://host:port/}
 */
public record SampleDatabase(String server, String user, String password, String schema) {
    /** Makes the schema when it is not there. */
    void make(String... tables) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server, user, password);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE IF NOT EXISTS " + schema);
        }
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            for (String table : tables) {
                statement.execute(table);
            }
            connection.commit();
        }
    }

    /** In a transaction, READ COMMITTED. */
    Connection open() throws SQLException {
        Connection connection = DriverManager.getConnection(
                server + schema
                        + "?connectTimeout=2000&socketTimeout=20000&sessionVariables=innodb_lock_wait_timeout=2",
                user,
                password);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    /**
     * Locks all tables of the schema, as a careless administrator does, until it is closed.
     *
     * @throws IOException when that cannot be done
     */
    public AutoCloseable locked() throws IOException {
        try {
            Connection connection = open();
            lock(connection);
            return connection;
        } catch (SQLException e) {
            throw new IOException("the tables of schema " + schema + " could not be locked", e);
        }
    }

    private static void lock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("SHOW TABLES")) {
                while (rows.next()) {
                    tables.add(rows.getString(1) + " WRITE");
                }
            }
            statement.execute("LOCK TABLES " + String.join(", ", tables));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public String toString() {
        return user + " at " + server + schema;
    }
}
