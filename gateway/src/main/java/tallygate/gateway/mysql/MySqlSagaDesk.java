package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.SagaDesk;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaStatus;
import tallygate.gateway.saga.Snapshot;
import tallygate.gateway.saga.StepStatus;
import tallygate.gateway.task.Actor;

/** What people see of sagas and decide about them. The saga's row is locked first; each decision writes its audit row. */
final class MySqlSagaDesk implements SagaDesk {
    private final Transactor transactor;

    MySqlSagaDesk(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public Optional<Row> find(SagaId id) {
        return transactor.run(
                "find saga",
                Transactor.Mode.READ,
                session -> rows(session.prepare(SagaDeskSql.FIND).add(id.value())).stream()
                        .findFirst());
    }

    @Override
    public List<Row> list(Optional<SagaStatus> status, Optional<String> bizId, long before, int limit) {
        return transactor.run("list sagas", Transactor.Mode.READ, session -> {
            Params params = session.prepare(SagaDeskSql.list(status, bizId)).add(before == 0 ? Long.MAX_VALUE : before);
            if (status.isPresent()) {
                params.add(status.get().code());
            }
            return rows((bizId.isPresent() ? params.add(Keys.column(bizId.get())) : params).add(limit));
        });
    }

    private static List<Row> rows(Params params) throws SQLException {
        List<Row> found = new ArrayList<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                SagaStatus status = SagaStatus.of(rows.getInt(6));
                found.add(new Row(
                        rows.getLong(1),
                        new SagaId(rows.getString(2)),
                        rows.getString(3),
                        rows.getInt(4),
                        new String(rows.getBytes(5), StandardCharsets.UTF_8),
                        status,
                        rows.getInt(7),
                        rows.getInt(8) == 1,
                        status.isFinal(),
                        rows.getString(9),
                        Params.instant(rows, 10),
                        Params.instant(rows, 11)));
            }
        }
        return found;
    }

    @Override
    public List<Line> timeline(SagaId id) {
        return transactor.run("saga timeline", Transactor.Mode.READ, session -> {
            List<Line> lines = new ArrayList<>();
            Params params = session.prepare(SagaDeskSql.TIMELINE)
                    .add(id.value())
                    .add(id.value())
                    .add(id.value())
                    .add(id.value());
            try (ResultSet rows = params.query()) {
                while (rows.next()) {
                    lines.add(new Line(
                            Params.instant(rows, 1),
                            rows.getString(2),
                            rows.getString(3),
                            rows.getString(4),
                            rows.getInt(5),
                            rows.getString(6),
                            rows.getString(7),
                            rows.getString(8),
                            rows.getString(9)));
                }
            }
            return lines;
        });
    }

    @Override
    public List<Letter> letters(boolean onlyOpen, int limit) {
        return transactor.run("dead letters", Transactor.Mode.READ, session -> letters(session, onlyOpen, limit));
    }

    private static List<Letter> letters(Session session, boolean onlyOpen, int limit) throws SQLException {
        List<Letter> letters = new ArrayList<>();
        Params params =
                session.prepare(SagaDeskSql.LETTERS).add(onlyOpen ? 1 : 0).add(limit);
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                letters.add(new Letter(
                        rows.getLong(1),
                        new SagaId(rows.getString(2)),
                        rows.getString(3),
                        rows.getString(4),
                        rows.getInt(5),
                        rows.getString(6),
                        rows.getInt(7) == 0,
                        rows.getString(8),
                        rows.getString(9),
                        Params.instant(rows, 10)));
            }
        }
        return letters;
    }

    @Override
    public Open open(int limit) {
        return transactor.run(
                "open sagas",
                Transactor.Mode.READ,
                session -> new Open(
                        letters(session, true, limit),
                        rows(session.prepare(SagaDeskSql.HELD).add(limit))));
    }

    /** The saga's row under its lock. */
    private record Seen(long row, SagaStatus status, boolean isHeld) {}

    private static Optional<Seen> look(Session session, String saga) throws SQLException {
        try (ResultSet rows = session.prepare(SagaDeskSql.LOCKED).add(saga).query()) {
            return rows.next()
                    ? Optional.of(new Seen(rows.getLong(1), SagaStatus.of(rows.getInt(2)), rows.getInt(3) == 1))
                    : Optional.empty();
        }
    }

    private static Optional<String> sagaOf(Session session, String requestId) throws SQLException {
        try (ResultSet rows =
                session.prepare(SagaDeskSql.SAGA_OF).add(requestId).query()) {
            return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
        }
    }

    /** What changes one request of a saga that waits for a person. @return changed rows */
    @FunctionalInterface
    private interface Change {
        int make(Session session) throws SQLException;
    }

    private Decided decide(String requestId, Actor actor, String action, String reason, Change change) {
        return transactor.run(action, Transactor.Mode.WHOLE, session -> {
            Optional<String> saga = sagaOf(session, requestId);
            Optional<Seen> seen = saga.isPresent() ? look(session, saga.get()) : Optional.empty();
            if (saga.isEmpty() || seen.isEmpty()) {
                return Decided.MISSING;
            }
            boolean isWaiting = seen.get().isHeld() || seen.get().status() == SagaStatus.COMPENSATION_FAILED;
            if (!isWaiting || change.make(session) != 1) {
                return Decided.STALE;
            }
            session.prepare(SagaDeskSql.RESOLVE)
                    .add(actor.name())
                    .add(Texts.cut(action + ": " + reason, 1000))
                    .add(requestId)
                    .update();
            SagaStatus to = seen.get().status() == SagaStatus.COMPENSATION_FAILED
                    ? SagaStatus.COMPENSATING
                    : seen.get().status();
            goOn(session, seen.get(), to);
            audit(
                    session,
                    actor,
                    new AuditSql.Entry(
                            action, "saga", saga.get(), seen.get().status().name(), requestId + " " + to, reason));
            return Decided.MADE;
        });
    }

    private static void goOn(Session session, Seen seen, SagaStatus to) throws SQLException {
        int changed = session.prepare(SagaDeskSql.GO_ON)
                .add(to.code())
                .add(seen.row())
                .add(seen.status().code())
                .update();
        if (changed != 1) {
            throw new IllegalStateException(changed + " rows of saga row " + seen.row() + " changed under its lock");
        }
    }

    private static void audit(Session session, Actor actor, AuditSql.Entry entry) throws SQLException {
        AuditSql.write(session, actor, entry);
    }

    @Override
    public Decided retry(String requestId, Actor actor, String reason) {
        return decide(
                requestId,
                actor,
                "saga-retry",
                reason,
                session -> session.prepare(SagaDeskSql.RETRY).add(requestId).update());
    }

    @Override
    public Decided skip(String requestId, Actor actor, String reason) {
        StepStatus to = requestId.contains(":c:") ? StepStatus.COMPENSATED : StepStatus.DONE;
        return decide(
                requestId,
                actor,
                "saga-skip",
                reason,
                session -> session.prepare(SagaDeskSql.SKIP)
                        .add(to.code())
                        .add(Texts.cut("skipped by " + actor.name() + ": " + reason, Texts.ERROR_MAX))
                        .add(requestId)
                        .update());
    }

    @Override
    public Decided compensate(SagaId id, Actor actor, String reason) {
        return transactor.run("saga-compensate", Transactor.Mode.WHOLE, session -> {
            Optional<Seen> seen = look(session, id.value());
            if (seen.isEmpty()) {
                return Decided.MISSING;
            }
            Snapshot saga = SagaRows.snapshot(session, seen.get().row());
            Optional<Definition> began = MySqlDefinitionShelf.of(session, saga);
            if (seen.get().status() != SagaStatus.RUNNING
                    || began.isEmpty()
                    || !began.get().mayTurn(saga)) {
                return Decided.STALE;
            }
            goOn(session, seen.get(), SagaStatus.COMPENSATING);
            audit(
                    session,
                    actor,
                    new AuditSql.Entry("saga-compensate", "saga", id.value(), "RUNNING", "COMPENSATING", reason));
            return Decided.MADE;
        });
    }

    @Override
    public Decided settle(SagaId id, Actor actor, String reason) {
        return transactor.run("saga-settle", Transactor.Mode.WHOLE, session -> {
            Optional<Seen> seen = look(session, id.value());
            if (seen.isEmpty()) {
                return Decided.MISSING;
            }
            if (seen.get().status() != SagaStatus.COMPENSATION_FAILED) {
                return Decided.STALE;
            }
            try (ResultSet rows =
                    session.prepare(SagaDeskSql.ASKED_BY).add(id.value()).query()) {
                if (rows.next()) {
                    return rows.getString(2).equals(actor.name())
                            ? Decided.SAME_PERSON
                            : agreed(session, seen.get(), id, rows.getLong(1), actor, reason);
                }
            }
            session.prepare(SagaDeskSql.ASK)
                    .add(id.value())
                    .add(actor.name())
                    .add(reason)
                    .update();
            audit(
                    session,
                    actor,
                    new AuditSql.Entry("saga-settle-asked", "saga", id.value(), "COMPENSATION_FAILED", "", reason));
            return Decided.ASKED;
        });
    }

    private static Decided agreed(Session session, Seen seen, SagaId id, long wish, Actor actor, String reason)
            throws SQLException {
        session.prepare(SagaDeskSql.AGREE).add(actor.name()).add(wish).update();
        if (session.prepare(SagaDeskSql.SETTLE).add(seen.row()).update() != 1) {
            throw new IllegalStateException("saga row " + seen.row() + " changed under its lock");
        }
        session.prepare(SagaDeskSql.RESOLVE_ALL)
                .add(actor.name())
                .add(Texts.cut("settled: " + reason, 1000))
                .add(id.value())
                .update();
        audit(
                session,
                actor,
                new AuditSql.Entry("saga-settle", "saga", id.value(), "COMPENSATION_FAILED", "COMPENSATED", reason));
        return Decided.MADE;
    }
}
