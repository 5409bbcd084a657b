package tallygate.gateway.mysql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tallygate.gateway.embedded.ServerAddress;
import tallygate.gateway.embedded.TestServers;

/**
 * Empty, migrated databases for tests, each its own: {@code TestDatabases.embedded()}. Dropped when the test JVM asks for
 * the first one the next time.
 */
public final class TestDatabases {
    private static final AtomicInteger made = new AtomicInteger();
    private static final String PREFIX = "tallygate_t";
    /** It ended by itself after it was listed. */
    private static final int NO_SUCH_THREAD = 1094;

    private TestDatabases() {}

    /**
     * A database of its own on some server.
     *
     * @param root the same database for somebody who may everything: faults are planted with it
     */
    public record TestDatabase(DatabaseSettings settings, DatabaseSettings root) {
        public MySqlStores open() {
            return MySqlStores.open(settings, System::nanoTime);
        }

        /** A plain connection with the gateway's rights, in UTC. */
        public Connection connect() throws SQLException {
            return new Connector(settings).connect(Duration.ofSeconds(30));
        }

        public Connection connectAsRoot() throws SQLException {
            return new Connector(root).connect(Duration.ofSeconds(30));
        }

        /** Ends every connection to this database that is not root's. */
        public void killConnections() throws SQLException {
            try (Connection connection = connectAsRoot();
                    Statement statement = connection.createStatement()) {
                List<Long> ids = new ArrayList<>();
                try (var rows = statement.executeQuery("SELECT id FROM information_schema.processlist"
                        + " WHERE db = DATABASE() AND user <> '" + root.username() + "'")) {
                    while (rows.next()) {
                        ids.add(rows.getLong(1));
                    }
                }
                for (long id : ids) {
                    kill(statement, id);
                }
            }
        }

        private static void kill(Statement statement, long id) throws SQLException {
            try {
                statement.execute("KILL " + id);
            } catch (SQLException e) {
                if (e.getErrorCode() != NO_SUCH_THREAD) {
                    throw e;
                }
            }
        }

        /** The same database behind another port of this machine, for a proxy in between. */
        public TestDatabase through(int port) {
            return new TestDatabase(withPort(settings, port), root);
        }

        private static DatabaseSettings withPort(DatabaseSettings old, int port) {
            return new DatabaseSettings(
                    old.url().replaceFirst("127\\.0\\.0\\.1:\\d+", "127.0.0.1:" + port),
                    old.username(),
                    old.password(),
                    old.timeouts(),
                    old.poolSize());
        }

        public int port() {
            return Integer.parseInt(settings.url().replaceFirst(".*127\\.0\\.0\\.1:(\\d+)/.*", "$1"));
        }
    }

    private static final class EmbeddedServer {
        static final ServerAddress ADDRESS = swept(TestServers.embedded());
    }

    private static final class DebianServer {
        static final Optional<ServerAddress> ADDRESS = TestServers.debian().map(TestDatabases::swept);
    }

    /** On the server that comes with the gateway. */
    public static TestDatabase embedded() {
        return fresh(EmbeddedServer.ADDRESS);
    }

    /** On Debian's MariaDB, where it is installed. */
    public static Optional<TestDatabase> debian() {
        return DebianServer.ADDRESS.map(TestDatabases::fresh);
    }

    /**
     * On the server of {@code -Dtallygate.test.jdbc-url=jdbc:mysql://host:port}, with {@code tallygate.test.user} and
     * {@code tallygate.test.password}, who may make databases.
     */
    public static Optional<TestDatabase> named() {
        return Optional.ofNullable(System.getProperty("tallygate.test.jdbc-url"))
                .map(server -> {
                    String user = System.getProperty("tallygate.test.user", "root");
                    String password = System.getProperty("tallygate.test.password", "");
                    return fresh(server, user, password, user, password);
                });
    }

    /** The one of {@code -Dtallygate.test.database=NAME} on the named server, as an earlier run left it. */
    public static Optional<TestDatabase> kept() {
        String user = System.getProperty("tallygate.test.user", "root");
        String password = System.getProperty("tallygate.test.password", "");
        return Optional.ofNullable(System.getProperty("tallygate.test.database"))
                .map(name -> {
                    DatabaseSettings settings =
                            settings(System.getProperty("tallygate.test.jdbc-url", ""), name, user, password);
                    return new TestDatabase(settings, settings);
                });
    }

    private static TestDatabase fresh(ServerAddress address) {
        String server = "jdbc:mysql://127.0.0.1:" + address.port();
        return fresh(server, address.user(), address.password(), "root", "root");
    }

    private static TestDatabase fresh(String server, String user, String password, String root, String rootPassword) {
        String name = "%s_%d_%d".formatted(PREFIX, ProcessHandle.current().pid(), made.incrementAndGet());
        try (Connection connection = DriverManager.getConnection(server + "/", user, password);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot make a test database on " + server, e);
        }
        TestDatabase database =
                new TestDatabase(settings(server, name, user, password), settings(server, name, root, rootPassword));
        try (MySqlStores stores = database.open()) {
            stores.migrate();
        }
        return database;
    }

    private static DatabaseSettings settings(String server, String name, String user, String password) {
        return new DatabaseSettings(
                server + "/" + name, user, password, DatabaseSettings.Timeouts.within(Duration.ofSeconds(3)), 4);
    }

    /** Drops what earlier runs left behind. */
    private static ServerAddress swept(ServerAddress address) {
        String server = "jdbc:mysql://127.0.0.1:" + address.port() + "/";
        try (Connection connection = DriverManager.getConnection(server, "root", "root");
                Statement statement = connection.createStatement()) {
            List<String> old = new ArrayList<>();
            try (var rows = statement.executeQuery("SHOW DATABASES LIKE '" + PREFIX + "%'")) {
                while (rows.next()) {
                    old.add(rows.getString(1));
                }
            }
            for (String name : old) {
                statement.execute("DROP DATABASE " + name);
            }
            return address;
        } catch (SQLException e) {
            throw new IllegalStateException("cannot sweep the test databases on " + server, e);
        }
    }
}
