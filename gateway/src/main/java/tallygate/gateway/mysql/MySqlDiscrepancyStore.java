package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyMove;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.DiscrepancyRow;
import tallygate.gateway.task.DiscrepancyStatus;
import tallygate.gateway.task.DiscrepancyStore;

/** Discrepancies in their table; every move by hand in one transaction with its audit row. */
final class MySqlDiscrepancyStore implements DiscrepancyStore {
    /** Who settles and opens again what later data explains. */
    static final Actor RECONCILE = new Actor("reconcile", "gateway");

    private final Transactor transactor;

    MySqlDiscrepancyStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public Opened open(DiscrepancyFinding finding) {
        return transactor.run("open discrepancy", Transactor.Mode.WHOLE, session -> open(session, finding));
    }

    /** Inside a transaction of the caller's. */
    static Opened open(Session session, DiscrepancyFinding finding) throws SQLException {
        Params params = session.prepare(DiscrepancySql.INSERT)
                .add(finding.kind())
                .add(Keys.column(finding.source()))
                .add(Keys.column(finding.reference()))
                .add(Texts.cut(finding.statement(), 255))
                .add(finding.task())
                .add(Keys.column(finding.bizId()));
        int inserted = amounts(params, finding).update();
        DiscrepancyRow row = byKey(session, finding.source(), finding.reference(), finding.kind())
                .orElseThrow(
                        () -> new IllegalStateException("a discrepancy that was inserted is not there: " + finding));
        if (inserted == 1) {
            return new Opened.Fresh(row.id());
        }
        if (row.status() != DiscrepancyStatus.RESOLVED) {
            seen(session, DiscrepancySql.SEEN, row, finding);
            return new Opened.Known(row.id());
        }
        if (!row.resolvedBy().equals(RECONCILE.name())) {
            return new Opened.Settled(row.id());
        }
        seen(session, DiscrepancySql.REOPEN_SEEN, row, finding);
        audit(session, RECONCILE, new DiscrepancyMove.Reopen("found again in " + finding.statement()), row);
        return new Opened.Reopened(row.id());
    }

    private static Params amounts(Params params, DiscrepancyFinding finding) throws SQLException {
        return params.add(finding.oursMinor())
                .add(finding.theirsMinor())
                .add(finding.currency())
                .add(Texts.cut(finding.detail(), 1000));
    }

    private static void seen(Session session, String sql, DiscrepancyRow row, DiscrepancyFinding finding)
            throws SQLException {
        Params params =
                session.prepare(sql).add(Texts.cut(finding.statement(), 255)).add(finding.task());
        // None changed: nothing is said anew within one millisecond. The row is locked, so it is nobody else's doing.
        requireOneAtMost(
                amounts(params, finding).add(row.id()).add(row.version()).update(), row.id());
    }

    @Override
    public Moved move(long id, int seenVersion, DiscrepancyMove move, Actor actor) {
        return transactor.run("move discrepancy", Transactor.Mode.WHOLE, session -> {
            Optional<DiscrepancyRow> before =
                    DiscrepancyRows.read(
                                    session.prepare(DiscrepancySql.FIND_LOCKED).add(id))
                            .stream()
                            .findFirst();
            if (before.isEmpty()) {
                return new Moved.Missing();
            }
            return moved(session, before.get(), seenVersion, move, actor);
        });
    }

    private static Moved moved(Session session, DiscrepancyRow before, int seen, DiscrepancyMove move, Actor actor)
            throws SQLException {
        if (before.version() != seen || !before.status().next().contains(move.target())) {
            return new Moved.Stale(before);
        }
        int changed = apply(session, before, move, actor);
        if (changed != 1) {
            throw new IllegalStateException(
                    changed + " rows of discrepancy " + before.id() + " changed under its lock, rolled back");
        }
        return new Moved.Made(audit(session, actor, move, before));
    }

    private static int apply(Session session, DiscrepancyRow row, DiscrepancyMove move, Actor actor)
            throws SQLException {
        Params params = switch (move) {
            case DiscrepancyMove.Assign(var owner, var note) ->
                session.prepare(DiscrepancySql.ASSIGN).add(owner).add(Texts.cut(note, 1000));
            case DiscrepancyMove.PutBack(var note) ->
                session.prepare(DiscrepancySql.PUT_BACK).add(Texts.cut(note, 1000));
            case DiscrepancyMove.Resolve(var resolution) ->
                session.prepare(DiscrepancySql.RESOLVE).add(resolution).add(actor.name());
            case DiscrepancyMove.Reopen(var note) ->
                session.prepare(DiscrepancySql.REOPEN).add(note);
        };
        return params.add(row.id()).add(row.version()).update();
    }

    private static DiscrepancyRow audit(Session session, Actor actor, DiscrepancyMove move, DiscrepancyRow before)
            throws SQLException {
        DiscrepancyRow after = find(session, before.id()).orElseThrow();
        AuditSql.write(
                session,
                actor,
                new AuditSql.Entry(
                        move.action(),
                        "discrepancy",
                        Long.toString(before.id()),
                        before.stateLine(),
                        after.stateLine(),
                        move.words()));
        return after;
    }

    @Override
    public boolean explain(String source, String reference, String kind, String how) {
        return transactor.run("explain discrepancy", Transactor.Mode.WHOLE, session -> {
            Optional<DiscrepancyRow> row = byKey(session, source, reference, kind);
            if (row.isEmpty() || row.get().status() == DiscrepancyStatus.RESOLVED) {
                return false;
            }
            moved(
                    session,
                    row.get(),
                    row.get().version(),
                    new DiscrepancyMove.Resolve(Texts.cut(how, 1000)),
                    RECONCILE);
            return true;
        });
    }

    private static Optional<DiscrepancyRow> byKey(Session session, String source, String reference, String kind)
            throws SQLException {
        return DiscrepancyRows.read(session.prepare(DiscrepancySql.BY_KEY_LOCKED)
                        .add(Keys.column(source))
                        .add(Keys.column(reference))
                        .add(kind))
                .stream()
                .findFirst();
    }

    private static void requireOneAtMost(int changed, long id) {
        if (changed > 1) {
            throw new IllegalStateException(changed + " rows share the discrepancy id " + id);
        }
    }

    @Override
    public Optional<DiscrepancyRow> find(long id) {
        return transactor.run("find discrepancy", Transactor.Mode.READ, session -> find(session, id));
    }

    private static Optional<DiscrepancyRow> find(Session session, long id) throws SQLException {
        return DiscrepancyRows.read(session.prepare(DiscrepancySql.FIND).add(id)).stream()
                .findFirst();
    }

    @Override
    public List<DiscrepancyRow> list(DiscrepancyQuery query) {
        List<String> conditions = new ArrayList<>(List.of("id < ?"));
        query.source().ifPresent(_ -> conditions.add("source = ?"));
        query.kind().ifPresent(_ -> conditions.add("kind = ?"));
        if (!query.statuses().isEmpty()) {
            // Numbers of an enumeration of ours: at most three, so a few shapes of the statement.
            conditions.add(query.statuses().stream()
                    .map(status -> Integer.toString(status.code()))
                    .sorted()
                    .collect(Collectors.joining(", ", "status IN (", ")")));
        }
        return transactor.run("list discrepancies", Transactor.Mode.READ, session -> {
            Params params = session.prepare(DiscrepancySql.list(conditions)).add(query.before());
            if (query.source().isPresent()) {
                params.add(Keys.column(query.source().get()));
            }
            if (query.kind().isPresent()) {
                params.add(query.kind().get());
            }
            return DiscrepancyRows.read(params.add(query.limit()));
        });
    }

    @Override
    public List<Count> counts() {
        return transactor.run("count discrepancies", Transactor.Mode.READ, session -> {
            List<Count> counts = new ArrayList<>();
            try (ResultSet rows = session.prepare(DiscrepancySql.COUNTS).query()) {
                while (rows.next()) {
                    counts.add(new Count(
                            DiscrepancyRows.text(rows, 1), rows.getString(2), rows.getLong(3), rows.getLong(4)));
                }
            }
            return counts;
        });
    }
}
