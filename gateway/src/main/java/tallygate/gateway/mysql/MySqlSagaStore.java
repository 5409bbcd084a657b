package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tallygate.callback.saga.Reply;
import tallygate.gateway.saga.Applied;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaLease;
import tallygate.gateway.saga.SagaStatus;
import tallygate.gateway.saga.SagaStore;
import tallygate.gateway.saga.Snapshot;
import tallygate.gateway.saga.Started;
import tallygate.gateway.saga.Transition;
import tallygate.gateway.task.Lease;

/** Starts and leases sagas, and takes in their results. What a transition writes is {@link SagaTransition}'s. */
final class MySqlSagaStore implements SagaStore {
    private static final int DUPLICATE_KEY = 1062;
    private static final List<SagaStatus> CARRIED =
            List.of(SagaStatus.COMPENSATING, SagaStatus.RUNNING, SagaStatus.CREATED);

    private final Transactor transactor;

    MySqlSagaStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public Started start(NewSaga saga, Optional<Lease> task) {
        try {
            return transactor.run("start saga", Transactor.Mode.WHOLE, session -> start(session, saga, task));
        } catch (RolledBack e) {
            return e.started();
        }
    }

    /** Ends a transaction without writing; what it means is not an error. */
    private static final class RolledBack extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Started started;

        RolledBack(Started started) {
            super("rolled back", null, false, false);
            this.started = started;
        }

        Started started() {
            return started;
        }
    }

    private static Started start(Session session, NewSaga saga, Optional<Lease> task) throws SQLException {
        Optional<Started> before = known(session, saga);
        if (before.isEmpty() && saga.lock() == Definition.Lock.REFUSE && takesLock(saga)) {
            Optional<SagaId> other = inTheWay(session, lockKey(saga.bizId()), 0);
            if (other.isPresent()) {
                throw new RolledBack(new Started.Busy(other.get()));
            }
        }
        Started started = before.isPresent() ? before.get() : create(session, saga, task);
        if (task.isPresent() && !ends(session, task.get())) {
            throw new RolledBack(new Started.TaskLost());
        }
        return started;
    }

    private static boolean takesLock(NewSaga saga) {
        return saga.lock() != Definition.Lock.NONE && !saga.bizId().isEmpty();
    }

    private static Optional<Started> known(Session session, NewSaga saga) throws SQLException {
        try (ResultSet rows =
                session.prepare(SagaSql.FIND).add(saga.id().value()).query()) {
            return rows.next()
                    ? Optional.of(new Started.Known(saga.id(), SagaStatus.of(rows.getInt(2))))
                    : Optional.empty();
        }
    }

    private static Started create(Session session, NewSaga saga, Optional<Lease> task) throws SQLException {
        boolean isHeld = saga.holder().isPresent();
        Params params = session.prepareForKey(SagaSql.CREATE)
                .add(saga.id().value())
                .add(saga.kind().type())
                .add(saga.kind().version())
                .add(task.map(lease -> OptionalLong.of(lease.id().value())).orElse(OptionalLong.empty()))
                .add(Keys.column(saga.bizId()))
                .add(saga.payload())
                .addOrNull(takesLock(saga) ? lockKey(saga.bizId()) : null)
                .add(saga.holder().map(NewSaga.Holder::owner).orElse(0L))
                .add(isHeld ? 1 : 0)
                .add(isHeld ? 1 : 0)
                .add(saga.holder()
                        .map(holder -> holder.lease().toMillis() * 1000)
                        .orElse(0L));
        try {
            params.update();
        } catch (SQLException e) {
            if (e.getErrorCode() == DUPLICATE_KEY) {
                // Started at the same time by somebody else: theirs is committed, or this insert had waited for it.
                return known(session, saga).orElseThrow(() -> new SQLException("the saga was there and is gone", e));
            }
            throw e;
        }
        return new Started.Fresh(SagaRows.fresh(saga, params.key()));
    }

    private static boolean ends(Session session, Lease task) throws SQLException {
        int changed = session.prepare(SagaSql.END_TASK)
                .add(task.id().value())
                .add(task.epoch())
                .update();
        if (changed > 1) {
            throw new IllegalStateException(changed + " rows share the id of task " + task.id());
        }
        return changed == 1;
    }

    /** Orders of all saga types: two kinds of saga on one order keep out of each other's way too. */
    static byte[] lockKey(String bizId) {
        return Keys.sha256().digest(bizId.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<SagaId> inTheWay(Session session, byte[] lock, long me) throws SQLException {
        try (ResultSet rows =
                session.prepare(SagaSql.OLDEST_OF_LOCK).add(lock).add(me).query()) {
            return rows.next() ? Optional.of(new SagaId(rows.getString(2))) : Optional.empty();
        }
    }

    @Override
    public List<Snapshot> claim(Set<NewSaga.Kind> known, int limit, long owner, Duration lease) {
        if (!isAnyDue()) {
            return List.of();
        }
        return transactor.run("claim sagas", Transactor.Mode.WHOLE, session -> {
            List<Snapshot> claimed = new ArrayList<>();
            for (SagaStatus status : CARRIED) {
                for (NewSaga.Kind kind : known) {
                    for (long row : due(session, kind, status, limit - claimed.size())) {
                        session.prepare(SagaSql.LEASE)
                                .add(owner)
                                .add(lease.toMillis() * 1000)
                                .add(row)
                                .update();
                        claimed.add(SagaRows.snapshot(session, row));
                    }
                }
            }
            return claimed;
        });
    }

    /** Most looks find nothing, and cost one statement a state. */
    private boolean isAnyDue() {
        return transactor.run("look for sagas", Transactor.Mode.READ, session -> {
            for (SagaStatus status : CARRIED) {
                try (ResultSet rows =
                        session.prepare(SagaSql.ANY_DUE).add(status.code()).query()) {
                    if (rows.next()) {
                        return true;
                    }
                }
            }
            return false;
        });
    }

    private static List<Long> due(Session session, NewSaga.Kind kind, SagaStatus status, int limit)
            throws SQLException {
        List<Long> due = new ArrayList<>();
        if (limit <= 0) {
            return due;
        }
        Params params = session.prepare(SagaSql.CLAIM)
                .add(kind.type())
                .add(kind.version())
                .add(status.code())
                .add(limit);
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                due.add(rows.getLong(1));
            }
        }
        return due;
    }

    @Override
    public Applied apply(Transition transition) {
        return SagaTransition.apply(transactor, transition);
    }

    @Override
    public Optional<Snapshot> reread(SagaLease lease) {
        return transactor.run("read saga", Transactor.Mode.READ, session -> {
            boolean isHeld;
            try (ResultSet rows = session.prepare(SagaSql.IS_HELD)
                    .add(lease.row())
                    .add(lease.epoch())
                    .query()) {
                isHeld = rows.next();
            }
            return isHeld
                    ? Optional.of(SagaRows.snapshot(session, lease.row()))
                            .filter(saga -> saga.lease().equals(lease))
                    : Optional.empty();
        });
    }

    @Override
    public Delivered deliver(String requestId, int mark, Reply result) {
        return transactor.run(
                "take in a result",
                Transactor.Mode.WHOLE,
                session -> SagaResult.take(session, requestId, mark, result));
    }
}
