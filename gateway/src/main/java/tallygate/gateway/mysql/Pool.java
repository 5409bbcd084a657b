package tallygate.gateway.mysql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import tallygate.gateway.task.StoreException;

/** The few connections for everything that is not hot. */
final class Pool implements Transactor, AutoCloseable {
    private static final long BORROW_MILLIS_MAX = 2_000;
    private static final long LIFE_MILLIS_MAX = 600_000;

    private final HikariDataSource source;

    Pool(DatabaseSettings settings, Connector connector) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("tallygate");
        config.setJdbcUrl(settings.url());
        config.setDataSourceProperties(connector.properties(settings.timeouts().statement()));
        config.setMaximumPoolSize(settings.poolSize());
        config.setMinimumIdle(1);
        config.setConnectionTimeout(BORROW_MILLIS_MAX);
        config.setValidationTimeout(BORROW_MILLIS_MAX / 2);
        config.setIdleTimeout(LIFE_MILLIS_MAX / 4);
        config.setMaxLifetime(LIFE_MILLIS_MAX);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setAutoCommit(true);
        // A gateway starts without its database too; it says so by its readiness.
        config.setInitializationFailTimeout(-1);
        source = new HikariDataSource(config);
    }

    int busy() {
        HikariPoolMXBean figures = source.getHikariPoolMXBean();
        return figures == null ? 0 : figures.getActiveConnections();
    }

    int waiting() {
        HikariPoolMXBean figures = source.getHikariPoolMXBean();
        return figures == null ? 0 : figures.getThreadsAwaitingConnection();
    }

    HikariDataSource source() {
        return source;
    }

    @Override
    public <T> T run(String what, Mode mode, Work<T> work) {
        try (Connection connection = borrow(what)) {
            try (Session session = new Session(connection)) {
                return Transactor.inside(session, what, mode, work);
            } catch (SQLException e) {
                if (Failures.endsConnection(e)) {
                    source.evictConnection(connection);
                } else if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
                throw Failures.of(what, e, mode == Mode.EACH || e instanceof CommitFailed);
            } catch (RuntimeException | Error e) {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
                throw e;
            }
        } catch (SQLException e) {
            throw Failures.of(what, e, mode != Mode.READ);
        }
    }

    private Connection borrow(String what) {
        try {
            return source.getConnection();
        } catch (SQLException e) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, what + ": no connection to the database within 2 s", e);
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
