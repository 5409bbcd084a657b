package tallygate.loadtest.raw;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The writes of a saga of four steps that nothing disturbs, and nothing else: one transaction creates it, four send a step, of
 * which three also settle the one before, and one settles the last step and ends it.
 */
public final class RawSaga {
    private static final int STEPS = 4;

    private static final String CREATE = """
        INSERT INTO saga_instance (saga_id, saga_type, version, biz_id, status, payload, lease_owner, lease_epoch, attempts,
                                   next_retry_time)
        VALUES (?, 'raw', 1, ?, 0, ?, 1, 1, 1, UTC_TIMESTAMP(3) + INTERVAL 30 SECOND)
        """;
    private static final String MOVE = """
        UPDATE saga_instance
           SET next_retry_time = UTC_TIMESTAMP(3) + INTERVAL 30 SECOND, status = ?, current_step = ?, marks = ?,
               moves = moves + 1, lease_owner = ?, updated_at = UTC_TIMESTAMP(3)
         WHERE saga_id = ? AND lease_epoch = 1
        """;
    private static final String SEND = """
        INSERT INTO saga_log (request_id, saga_id, step_seq, step_name, action_status, tries, mark, response)
        VALUES (?, ?, ?, 'step', 0, 1, ?, '')
        """;
    private static final String SETTLE = """
        UPDATE saga_log
           SET action_status = 1, response = '{}', updated_at = UTC_TIMESTAMP(3)
         WHERE request_id = ? AND action_status = 0
        """;

    private final RawInsert.Database database;
    private final LongSupplier nanos;
    private final AtomicLong written = new AtomicLong();

    public RawSaga(RawInsert.Database database, LongSupplier nanos) {
        this.database = database;
        this.nanos = nanos;
    }

    /** @return sagas a second, all connections together, after the warm-up */
    public double run(int connections, Duration warmup, Duration duration) throws SQLException, InterruptedException {
        long begin = nanos.getAsLong() + warmup.toNanos();
        long end = begin + duration.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> loops = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                int number = i;
                loops.add(threads.submit(() -> {
                    loop(number, begin, end);
                    return null;
                }));
            }
            for (Future<?> loop : loops) {
                loop.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException refused) {
                throw refused;
            }
            throw new IllegalStateException("a loop ended", e.getCause());
        }
        return written.get() / (duration.toNanos() / 1e9);
    }

    private void loop(int number, long begin, long end) throws SQLException {
        var login = new Properties();
        login.setProperty("user", database.user());
        login.setProperty("password", database.password());
        try (Connection connection = DriverManager.getConnection(database.url(), login)) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            for (long count = 0; nanos.getAsLong() - end < 0; count++) {
                saga(connection, "raw" + number + "-" + begin + "-" + count);
                if (nanos.getAsLong() - begin >= 0) {
                    written.incrementAndGet();
                }
            }
        }
    }

    private static void saga(Connection connection, String id) throws SQLException {
        run(connection, CREATE, id, id, "{\"event\":{},\"payload\":{}}");
        connection.commit();
        for (int step = 1; step <= STEPS; step++) {
            run(connection, MOVE, 1, step, step, 1, id);
            if (step > 1) {
                run(connection, SETTLE, id + ":s" + (step - 1));
            }
            run(connection, SEND, id + ":s" + step, id, step, step);
            connection.commit();
        }
        run(connection, MOVE, 2, STEPS, STEPS, 0, id);
        run(connection, SETTLE, id + ":s" + STEPS);
        connection.commit();
    }

    private static void run(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
