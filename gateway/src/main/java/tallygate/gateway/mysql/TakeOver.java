package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.TaskId;

/** Leases one task whose result came by another way than its try. */
final class TakeOver {
    private static final int STATUS = 31;

    private final Transactor database;

    TakeOver(Transactor database) {
        this.database = database;
    }

    Optional<LeasedTask> take(TaskId id, long owner, Duration lease) {
        return database.run("take over", Transactor.Mode.WHOLE, session -> take(session, id, owner, lease));
    }

    private static Optional<LeasedTask> take(Session session, TaskId id, long owner, Duration lease)
            throws SQLException {
        LeasedTask task;
        int status;
        try (ResultSet row = session.prepare(WorkSql.OF_ONE).add(id.value()).query()) {
            if (!row.next()) {
                return Optional.empty();
            }
            task = LeasedRows.read(row, 0).task();
            status = row.getInt(STATUS);
        }
        int taken = session.prepare(WorkSql.TAKE_OVER)
                .add(owner)
                .add(lease.toMillis() * 1000)
                .add(id.value())
                .add(status)
                .add(task.lease().epoch() - 1)
                .update();
        if (taken != 1) {
            throw new IllegalStateException(
                    taken + " rows were taken over for task " + id.value() + ": its state changed under the lock");
        }
        return Optional.of(task);
    }
}
