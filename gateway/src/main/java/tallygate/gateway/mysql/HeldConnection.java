package tallygate.gateway.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.StoreException;

/**
 * A connection of one part's own, opened again after it was lost. While the server is away, calls fail at once: it is asked
 * only every 100 ms.
 */
final class HeldConnection implements Transactor, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HeldConnection.class);
    private static final long RETRY_NANOS = 100_000_000;

    private final String name;
    private final Connector connector;
    private final Duration socketTimeout;
    private final LongSupplier nanos;
    private final Runnable lost;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Connection connection;
    private @Nullable Session session;
    private long generation;
    private @Nullable StoreException lastRefusal;
    private long refusedAt;
    private boolean isClosed;
    private boolean isTransactional;

    /** @param lost called when a connection broke, from the thread that noticed: who answers next may be another server */
    HeldConnection(String name, Connector connector, Duration socketTimeout, LongSupplier nanos, Runnable lost) {
        this.name = name;
        this.connector = connector;
        this.socketTimeout = socketTimeout;
        this.nanos = nanos;
        this.lost = lost;
    }

    /** For work that is always {@link Transactor.Mode#WHOLE}: no transaction is begun or left. To be called before the first use. */
    HeldConnection inTransactions() {
        isTransactional = true;
        return this;
    }

    /** Grows with each connection: what was remembered about the one before may no longer hold. */
    long generation() {
        return generation;
    }

    @Override
    public <T> T run(String what, Mode mode, Work<T> work) {
        if (isTransactional && mode != Mode.WHOLE) {
            throw new IllegalArgumentException(what + ": this connection commits whole transactions only");
        }
        lock.lock();
        try {
            Session open = open(what);
            try {
                T result = Transactor.inside(open, what, mode, work);
                if (open.isBroken()) {
                    drop();
                }
                return result;
            } catch (SQLException e) {
                boolean mayBeCommitted = mode == Mode.EACH || e instanceof CommitFailed;
                giveUp(open, e, mode);
                throw Failures.of(what, e, mayBeCommitted);
            } catch (RuntimeException | Error e) {
                rollback(open, mode);
                throw e;
            }
        } finally {
            lock.unlock();
        }
    }

    private Session open(String what) {
        if (isClosed) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, what + ": the store is closed");
        }
        if (session != null) {
            return session;
        }
        if (lastRefusal != null && nanos.getAsLong() - refusedAt < RETRY_NANOS) {
            throw lastRefusal;
        }
        try {
            Connection opened = connector.connect(socketTimeout);
            connection = opened;
            Session fresh = new Session(opened, isTransactional);
            session = fresh;
            generation++;
            lastRefusal = null;
            log.info("connection={} generation={} open", name, generation);
            return fresh;
        } catch (SQLException e) {
            refusedAt = nanos.getAsLong();
            lastRefusal = Failures.of(what, e, false);
            throw lastRefusal;
        }
    }

    private void giveUp(Session open, SQLException error, Mode mode) {
        if (Failures.endsConnection(error)) {
            log.warn(
                    "connection={} error={} state={} lost, opened again at the next call",
                    name,
                    error.getErrorCode(),
                    error.getSQLState());
            drop();
            lost.run();
        } else {
            rollback(open, mode);
        }
    }

    private void rollback(Session open, Mode mode) {
        if (mode != Mode.WHOLE) {
            return;
        }
        try {
            open.rollback();
            open.end();
        } catch (SQLException e) {
            log.warn("connection={} error={} not rolled back, closed instead", name, e.getErrorCode());
            drop();
        }
    }

    /** The server rolls back what was open. */
    private void drop() {
        Connection dropped = connection;
        connection = null;
        session = null;
        if (dropped != null) {
            try {
                dropped.abort(Runnable::run);
            } catch (SQLException e) {
                log.debug(
                        "connection={} error={} close failed, the server ends it by its own timeout",
                        name,
                        e.getErrorCode());
            }
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            drop();
        } finally {
            lock.unlock();
        }
    }
}
