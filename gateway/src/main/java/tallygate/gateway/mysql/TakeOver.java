package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.WorkStore.Answered;
import tallygate.gateway.task.WorkStore.TakenOver;

/** Leases one task whose result came by another way than its try. */
final class TakeOver {
    private static final int STATUS = 32;

    private final Transactor database;
    private final PayloadSeal seal;

    TakeOver(Transactor database, PayloadSeal seal) {
        this.seal = seal;
        this.database = database;
    }

    /** One task of some routes, for a result that answers one of its hand-outs. */
    record Wanted(TaskId id, Set<String> routes, Optional<Answered> answered) {}

    TakenOver take(Wanted wanted, long owner, Duration lease) {
        return database.run("take over", Transactor.Mode.WHOLE, session -> take(session, wanted, owner, lease));
    }

    private TakenOver take(Session session, Wanted wanted, long owner, Duration lease) throws SQLException {
        TaskId id = wanted.id();
        LeasedTask task;
        int status;
        try (ResultSet row = session.prepare(WorkSql.OF_ONE).add(id.value()).query()) {
            if (!row.next()) {
                return new TakenOver.Ended();
            }
            task = LeasedRows.read(row, 0, seal).task();
            status = row.getInt(STATUS);
        } catch (UnreadableException e) {
            throw new StoreException(StoreException.Kind.REFUSED, "task " + id + ": " + e.getMessage());
        }
        if (!wanted.routes().contains(task.route())) {
            return new TakenOver.OtherRoute(task.route());
        }
        if (wanted.answered().isPresent()
                && !holds(session, id, wanted.answered().get(), task.lease().epoch() - 1)) {
            return new TakenOver.Superseded();
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
        return new TakenOver.Leased(task);
    }

    private static boolean holds(Session session, TaskId id, Answered answered, int epoch) throws SQLException {
        if (answered.epoch() >= epoch) {
            return answered.epoch() == epoch;
        }
        return answered.isDone() && !isTouched(session, id);
    }

    private static boolean isTouched(Session session, TaskId id) throws SQLException {
        try (ResultSet rows =
                session.prepare(WorkSql.TOUCHED).add(id.toString()).query()) {
            return rows.next();
        }
    }
}
