package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.desk.Approval;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.task.Actor;

/** Deeds that need two people. */
final class MySqlApprovalStore implements ApprovalStore {
    private static final String ASK = """
        INSERT INTO approval (action, object_type, object_id, detail, effect, requested_by, reason, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? HOUR)
        """;
    private static final String LAST = "SELECT LAST_INSERT_ID()";
    private static final String LOCK = """
        SELECT action, object_type, object_id, detail, requested_by, reason,
               status = 0 AND expires_at > UTC_TIMESTAMP(3)
          FROM approval
         WHERE id = ?
           FOR UPDATE
        """;
    private static final String DECIDE = """
        UPDATE approval SET status = ?, decided_by = ?, decided_at = UTC_TIMESTAMP(3), note = ? WHERE id = ? AND status = 0
        """;
    private static final String REOPEN = """
        UPDATE async_task
           SET status = 0, retry_count = 0, crashes = 0, wait_reason = 0,
               next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND CONCAT(status, '.', lease_epoch, '.', retry_count) = ? AND status = 2
        """;
    private static final String START =
            "UPDATE bulk_job SET status = 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 5";
    private static final String DROP =
            "UPDATE bulk_job SET status = 6, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 5";
    private static final String SELECT = """
        SELECT id, action, object_type, object_id, effect, requested_by, reason, requested_at, status, expires_at,
               decided_by, decided_at, note
          FROM approval
        """;

    private final Transactor transactor;

    MySqlApprovalStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public long askToReopen(String taskId, String fromVersion, Actor actor, String reason) {
        String effect = "Task " + taskId + " is run again: success to pending, with the same idempotency key.";
        return ask(new Approval.What("task-force", "task", taskId), fromVersion, effect, actor, reason);
    }

    @Override
    public long askToStart(long job, String effect, Actor actor, String reason) {
        return ask(new Approval.What("bulk-retry", "job", Long.toString(job)), "", effect, actor, reason);
    }

    private long ask(Approval.What what, String detail, String effect, Actor actor, String reason) {
        return transactor.run("ask for approval", Transactor.Mode.WHOLE, session -> {
            session.prepare(ASK)
                    .add(what.action())
                    .add(what.objectType())
                    .add(what.objectId())
                    .add(detail)
                    .add(effect)
                    .add(actor.name())
                    .add(Texts.cut(reason, 1000))
                    .add(HOURS)
                    .update();
            try (ResultSet row = session.prepare(LAST).query()) {
                row.next();
                long id = row.getLong(1);
                note(session, actor, "approval-ask", what, effect, reason);
                return id;
            }
        });
    }

    private static void note(
            Session session, Actor actor, String action, Approval.What what, String effect, String reason)
            throws SQLException {
        AuditSql.write(
                session, actor, new AuditSql.Entry(action, what.objectType(), what.objectId(), "", effect, reason));
    }

    /** A request under its row lock. */
    private record Open(Approval.What what, String detail, String askedBy, String reason, boolean isOpen) {}

    @Override
    public Outcome decide(long id, boolean isAgreed, Actor actor, String note) {
        return transactor.run("decide approval", Transactor.Mode.WHOLE, session -> {
            Optional<Open> found = lock(session, id);
            if (found.isEmpty()) {
                return Outcome.MISSING;
            }
            Open open = found.get();
            if (!open.isOpen()) {
                return Outcome.CLOSED;
            }
            if (isAgreed && open.askedBy().equals(actor.name())) {
                return Outcome.SAME_PERSON;
            }
            Outcome outcome =
                    isAgreed ? (does(session, open) ? Outcome.DONE : Outcome.OVERTAKEN) : refuse(session, open);
            int state = switch (outcome) {
                case DONE -> 1;
                case REFUSED -> 2;
                default -> 3;
            };
            session.prepare(DECIDE)
                    .add(state)
                    .add(actor.name())
                    .add(Texts.cut(note, 1000))
                    .add(id)
                    .update();
            String what = "approval " + id + " asked by " + open.askedBy() + ": " + outcome;
            note(session, actor, isAgreed ? open.what().action() : "approval-refuse", open.what(), what, open.reason());
            return outcome;
        });
    }

    private static Optional<Open> lock(Session session, long id) throws SQLException {
        try (ResultSet row = session.prepare(LOCK).add(id).query()) {
            return row.next()
                    ? Optional.of(new Open(
                            new Approval.What(row.getString(1), row.getString(2), row.getString(3)),
                            row.getString(4),
                            row.getString(5),
                            row.getString(6),
                            row.getBoolean(7)))
                    : Optional.empty();
        }
    }

    private static boolean does(Session session, Open open) throws SQLException {
        long object = Long.parseLong(open.what().objectId());
        int changed = open.what().action().equals("bulk-retry")
                ? session.prepare(START).add(object).update()
                : session.prepare(REOPEN).add(object).add(open.detail()).update();
        return changed == 1;
    }

    private static Outcome refuse(Session session, Open open) throws SQLException {
        if (open.what().action().equals("bulk-retry")) {
            session.prepare(DROP).add(Long.parseLong(open.what().objectId())).update();
        }
        return Outcome.REFUSED;
    }

    @Override
    public Optional<Approval> find(long id) {
        return transactor.run(
                "find approval",
                Transactor.Mode.READ,
                session -> read(session.prepare(SELECT + " WHERE id = ?").add(id)).stream()
                        .findFirst());
    }

    @Override
    public List<Approval> list(int limit) {
        return transactor.run(
                "list approvals",
                Transactor.Mode.READ,
                session -> read(
                        session.prepare(SELECT + " ORDER BY id DESC LIMIT ?").add(limit)));
    }

    private static List<Approval> read(Params query) throws SQLException {
        List<Approval> found = new ArrayList<>();
        try (ResultSet row = query.query()) {
            while (row.next()) {
                String decidedBy = row.getString(11);
                found.add(new Approval(
                        row.getLong(1),
                        new Approval.What(row.getString(2), row.getString(3), row.getString(4)),
                        row.getString(5),
                        new Approval.Asked(row.getString(6), row.getString(7), Params.instant(row, 8)),
                        Approval.State.values()[row.getInt(9)],
                        Params.instant(row, 10),
                        IdentityRows.instant(row, 12).map(at -> new Approval.Decided(decidedBy, at)),
                        row.getString(13)));
            }
        }
        return found;
    }
}
