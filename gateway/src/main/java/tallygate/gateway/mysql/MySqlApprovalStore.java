package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.desk.Approval;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.VerificationValues;

/** Deeds that need two people. */
final class MySqlApprovalStore implements ApprovalStore {
    private static final String ASK = """
        INSERT INTO approval (action, object_type, object_id, detail, effect, requested_by, reason, expires_at,
                              detail_digest)
        VALUES (?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? HOUR, ?)
        """;
    private static final String LAST = "SELECT LAST_INSERT_ID()";
    private static final String LOCK = """
        SELECT action, object_type, object_id, detail, requested_by, reason,
               status = 0 AND expires_at > UTC_TIMESTAMP(3), effect, detail_digest
          FROM approval
         WHERE id = ?
           FOR UPDATE
        """;
    private static final String DECIDE = """
        UPDATE approval SET status = ?, decided_by = ?, decided_at = UTC_TIMESTAMP(3), note = ? WHERE id = ? AND status = 0
        """;
    private static final String DROP =
            "UPDATE bulk_job SET status = 6, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 5";
    private static final String DRAFT =
            "INSERT INTO payload_draft (approval_id, content, payload_key, content_digest) VALUES (?, ?, ?, ?)";
    private static final String FORGET_DRAFTS = """
        DELETE d FROM payload_draft d JOIN approval a ON a.id = d.approval_id
         WHERE a.id = ? OR a.expires_at < UTC_TIMESTAMP(3)
        """;

    private final Transactor transactor;
    private final PayloadSeal seal;

    MySqlApprovalStore(Transactor transactor, PayloadSeal seal) {
        this.transactor = transactor;
        this.seal = seal;
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

    @Override
    public long askToEdit(TaskId task, byte[] wanted, Actor actor, String reason) {
        byte[] content = VerificationValues.dropped(wanted);
        return transactor.run("ask for an edit", Transactor.Mode.WHOLE, session -> {
            Deeds.Held held = held(session, task);
            if (!held.waitsForAPerson()) {
                throw refused(task, "is neither failed nor held, so its content is not edited");
            }
            byte[] digest = Keys.sha256().digest(content);
            String hex = HexFormat.of().formatHex(digest);
            String effect = "The content of task " + task + " is replaced: "
                    + held.content().content().length
                    + " bytes by " + content.length + " bytes with SHA-256 " + hex
                    + ". The request as it came and the content before are kept; amount and ids do not change.";
            long id = ask(session, what(Deeds.EDIT, task), Deeds.bond(held) + " -> " + hex, effect, actor, reason);
            PayloadSeal.Sealed draft = seal.seal(content, Deeds.ofContent("payload_draft", task, digest));
            session.prepare(DRAFT)
                    .add(id)
                    .add(draft.bytes())
                    .add(draft.key())
                    .add(digest)
                    .update();
            return id;
        });
    }

    @Override
    public Optional<byte[]> readDraft(long approval, Actor actor) {
        return transactor.run("read draft", Transactor.Mode.WHOLE, session -> {
            Optional<Open> open = lock(session, approval)
                    .filter(found -> found.what().action().equals(Deeds.EDIT));
            if (open.isEmpty()) {
                return Optional.empty();
            }
            var task = new TaskId(Long.parseLong(open.get().what().objectId()));
            String digest = open.get().detail().substring(open.get().detail().lastIndexOf(' ') + 1);
            Optional<byte[]> draft = new Deeds(session, seal).draft(approval, task, digest);
            if (draft.isPresent()) {
                String id = Long.toString(approval);
                AuditSql.write(session, actor, new AuditSql.Entry("payload-read", "approval", id, "", "draft", ""));
            }
            return draft;
        });
    }

    @Override
    public long askToErase(TaskId task, Actor actor, String reason) {
        return transactor.run("ask for an erasure", Transactor.Mode.WHOLE, session -> {
            Deeds.Held held = held(session, task);
            if (!held.isEnded()) {
                throw refused(task, "has not ended, so its content is still needed");
            }
            String effect = "Request, content and sender's address of task " + task
                    + " are erased for good, also in its conflicts and earlier contents. Ids and amounts stay.";
            return ask(session, what(Deeds.ERASE, task), Deeds.bond(held), effect, actor, reason);
        });
    }

    @Override
    public long askToRevoke(Revocation revocation, Actor actor, String reason) {
        String effect = "All tasks of endpoint " + revocation.endpoint() + " that came since " + revocation.from()
                + " and have not ended are put on hold, because key " + revocation.key() + " is not trusted any more.";
        var what = new Approval.What(Deeds.REVOKE, "endpoint", revocation.endpoint());
        return ask(what, revocation.key() + " from " + revocation.from(), effect, actor, reason);
    }

    @Override
    public long askToRelease(List<TaskRow> seen, Actor actor, String reason) {
        return ask(Releases.what(seen), Releases.detail(seen), Releases.effect(seen), actor, reason);
    }

    @Override
    public long askToRewrap(Actor actor, String reason) {
        String newest = newest();
        String effect = "All payload keys are wrapped with key " + newest + " of privacy.keys.";
        return ask(new Approval.What(Deeds.REWRAP, "payload-key", "all"), newest, effect, actor, reason);
    }

    @Override
    public long askToReencrypt(Actor actor, String reason) {
        String newest = newest();
        String effect = "All tasks, those in clear too, are sealed anew with keys that key " + newest
                + " of privacy.keys wraps, chunk by chunk.";
        return ask(new Approval.What(Deeds.REENCRYPT, "payload-key", "all"), newest, effect, actor, reason);
    }

    private String newest() {
        if (!seal.isOn()) {
            throw new StoreException(
                    StoreException.Kind.REFUSED, "no key is configured: write privacy.keys and restart first");
        }
        return seal.keys().newest();
    }

    private static Approval.What what(String action, TaskId task) {
        return new Approval.What(action, "task", task.toString());
    }

    private Deeds.Held held(Session session, TaskId task) throws SQLException {
        return new Deeds(session, seal)
                .task(task)
                .orElseThrow(() -> refused(task, "is not there, or its content is gone"));
    }

    private static StoreException refused(TaskId task, String why) {
        return new StoreException(StoreException.Kind.REFUSED, "task " + task + " " + why + "; nothing was done");
    }

    private long ask(Approval.What what, String detail, String effect, Actor actor, String reason) {
        return transactor.run(
                "ask for approval",
                Transactor.Mode.WHOLE,
                session -> ask(session, what, detail, effect, actor, reason));
    }

    private static long ask(
            Session session, Approval.What what, String detail, String effect, Actor actor, String reason)
            throws SQLException {
        session.prepare(ASK)
                .add(what.action())
                .add(what.objectType())
                .add(what.objectId())
                .add(detail)
                .add(effect)
                .add(actor.name())
                .add(Texts.cut(reason, 1000))
                .add(HOURS)
                .add(Deeds.digest(what, detail, effect))
                .update();
        try (ResultSet row = session.prepare(LAST).query()) {
            row.next();
            long id = row.getLong(1);
            note(session, actor, "approval-ask", what, new Deeds.Change("", effect), reason);
            return id;
        }
    }

    private static void note(
            Session session, Actor actor, String action, Approval.What what, Deeds.Change change, String reason)
            throws SQLException {
        AuditSql.write(
                session,
                actor,
                new AuditSql.Entry(
                        action, what.objectType(), what.objectId(), change.before(), change.after(), reason));
    }

    /** A request under its row lock. */
    private record Open(
            Approval.What what, String detail, String askedBy, String reason, boolean isOpen, boolean isAsAsked) {}

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
            if (isAgreed && Askers.isBehind(session, open.askedBy(), actor.name())) {
                return Outcome.SAME_PERSON;
            }
            var agreed = new Deeds.Agreed(open.askedBy(), open.reason(), actor);
            Optional<Deeds.Change> done = isAgreed && open.isAsAsked()
                    ? new Deeds(session, seal).carryOut(id, open.what(), open.detail(), agreed)
                    : Optional.empty();
            Outcome outcome = isAgreed ? (done.isPresent() ? Outcome.DONE : Outcome.OVERTAKEN) : refuse(session, open);
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
            session.prepare(FORGET_DRAFTS).add(id).update();
            Deeds.Change change = done.orElse(new Deeds.Change("", ""));
            String after = "approval " + id + " asked by " + open.askedBy() + ": " + outcome
                    + (change.after().isEmpty() ? "" : "; " + change.after());
            note(
                    session,
                    actor,
                    isAgreed ? open.what().action() : "approval-refuse",
                    open.what(),
                    new Deeds.Change(change.before(), after),
                    open.reason());
            return outcome;
        });
    }

    private static Optional<Open> lock(Session session, long id) throws SQLException {
        try (ResultSet row = session.prepare(LOCK).add(id).query()) {
            if (!row.next()) {
                return Optional.empty();
            }
            var what = new Approval.What(row.getString(1), row.getString(2), row.getString(3));
            byte[] asked = row.getBytes(9);
            boolean isAsAsked =
                    asked == null || Arrays.equals(asked, Deeds.digest(what, row.getString(4), row.getString(8)));
            return Optional.of(
                    new Open(what, row.getString(4), row.getString(5), row.getString(6), row.getBoolean(7), isAsAsked));
        }
    }

    private static Outcome refuse(Session session, Open open) throws SQLException {
        if (open.what().action().equals(Deeds.BULK)) {
            session.prepare(DROP).add(Long.parseLong(open.what().objectId())).update();
        }
        return Outcome.REFUSED;
    }

    @Override
    public Optional<Approval> find(long id) {
        return transactor.run(
                "find approval",
                Transactor.Mode.READ,
                session -> ApprovalRows.read(session.prepare(ApprovalRows.BY_ID).add(id)).stream()
                        .findFirst());
    }

    @Override
    public List<Approval> list(int limit) {
        return transactor.run(
                "list approvals",
                Transactor.Mode.READ,
                session ->
                        ApprovalRows.read(session.prepare(ApprovalRows.NEWEST).add(limit)));
    }
}
