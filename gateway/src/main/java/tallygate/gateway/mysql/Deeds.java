package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.desk.Approval;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskContent;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.signature.RawRequest;

/**
 * What is done once a second person has agreed, inside the transaction of the agreeing, and only when the object still is as it was
 * when it was asked for.
 */
final class Deeds {
    static final String EDIT = "payload-edit";
    static final String ERASE = "payload-erase";
    static final String REVOKE = "key-revoke";
    static final String BULK = "bulk-retry";
    static final String REWRAP = "payload-key-rewrap";
    static final String REENCRYPT = "payload-reencrypt";

    private static final String REOPEN = """
        UPDATE async_task
           SET status = 0, retry_count = 0, crashes = 0, wait_reason = 0,
               next_retry_time = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND CONCAT(status, '.', lease_epoch, '.', retry_count) = ? AND status = 2
        """;
    private static final String START =
            "UPDATE bulk_job SET status = 1, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND status = 5";
    private static final String SEAL_ANEW =
            "INSERT INTO retention_mark (name) VALUES ('reencrypt') ON DUPLICATE KEY UPDATE last_id = 0";
    private static final String TASK = """
        SELECT request_method, request_scheme, request_authority, request_target, request_headers, remote_address,
               payload, content, source, event_id, biz_id, amount_minor, currency, payload_key,
               CONCAT(status, '.', lease_epoch, '.', retry_count), status, wait_reason
          FROM async_task
         WHERE id = ? AND payload IS NOT NULL
           FOR UPDATE
        """;
    private static final String DRAFT =
            "SELECT content, payload_key, content_digest FROM payload_draft WHERE approval_id = ?";
    private static final String SET_CONTENT =
            "UPDATE async_task SET content = ?, updated_at = UTC_TIMESTAMP(3) WHERE id = ? AND payload_key = 0";
    private static final String SET_SEALED = """
        UPDATE async_task
           SET payload = ?, payload_key = ?, content = NULL, request_target = NULL, request_headers = NULL,
               updated_at = UTC_TIMESTAMP(3)
         WHERE id = ?
        """;
    private static final String KEEP = """
        INSERT INTO payload_history (task_id, approval_id, content, payload_key, content_digest) VALUES (?, ?, ?, ?, ?)
        """;
    private static final String ERASED = """
        UPDATE async_task
           SET payload = NULL, content = NULL, request_headers = NULL, request_target = NULL, remote_address = NULL,
               payload_key = 0, updated_at = UTC_TIMESTAMP(3)
         WHERE id = ? AND status IN (2, 4)
        """;
    private static final String FORGET_HISTORY = "DELETE FROM payload_history WHERE task_id = ?";
    private static final String FORGET_SENDERS = "UPDATE callback_copy SET last_address = NULL WHERE task_id = ?";
    private static final String EMPTY_CONFLICTS =
            "UPDATE callback_conflict SET request = ?, content = NULL, payload_key = 0 WHERE task_id = ?";
    private static final String REVOCATION = """
        INSERT INTO key_revocation (endpoint, key_id, from_at, last_id, asked_by)
        VALUES (?, ?, CAST(? AS DATETIME(3)),
                GREATEST(0, TIMESTAMPDIFF(MICROSECOND, '2020-01-01 00:00:00', CAST(? AS DATETIME(3))) DIV 1000) << 22, ?)
        """;

    private final Session session;
    private final PayloadSeal seal;

    Deeds(Session session, PayloadSeal seal) {
        this.session = session;
        this.seal = seal;
    }

    /** Who asked and why, and who agrees. */
    record Agreed(String askedBy, String reason, Actor by) {}

    /** How the object was and is, for the audit log. */
    record Change(String before, String after) {}

    /** A task under its row lock. */
    record Held(TaskContent content, LeasedRows.At at, String version, boolean isEnded, boolean waitsForAPerson) {
        byte[] digest() {
            return Keys.sha256().digest(content.content());
        }
    }

    /** @return empty when the object is not as it was asked for: nothing was done */
    Optional<Change> carryOut(long approval, Approval.What what, String detail, Agreed agreed) throws SQLException {
        return switch (what.action()) {
            case BULK -> one(session.prepare(START).add(number(what)), "", "runs");
            case EDIT -> edit(approval, new TaskId(number(what)), detail);
            case ERASE -> erase(new TaskId(number(what)), detail);
            case REVOKE -> revoke(what, detail, agreed.askedBy());
            case Releases.ONE -> new Releases(session).one(number(what), detail);
            case Releases.SOME -> new Releases(session).some(approval, detail, agreed);
            case REWRAP -> isNewest(detail) ? Optional.of(rewrap(detail)) : Optional.empty();
            case REENCRYPT -> isNewest(detail) ? Optional.of(sealAnew()) : Optional.empty();
            default ->
                one(session.prepare(REOPEN).add(number(what)).add(detail), "version=" + detail, "status=pending");
        };
    }

    private static long number(Approval.What what) {
        return Long.parseLong(what.objectId());
    }

    private static Optional<Change> one(Params update, String before, String after) throws SQLException {
        return update.update() == 1 ? Optional.of(new Change(before, after)) : Optional.empty();
    }

    /** Empty when there is no such task, or its content is gone. */
    Optional<Held> task(TaskId id) throws SQLException {
        try (ResultSet row = session.prepare(TASK).add(id.value()).query()) {
            if (!row.next()) {
                return Optional.empty();
            }
            LeasedRows.At at = LeasedRows.At.read(row, id.value(), 9);
            int status = row.getInt(16);
            return Optional.of(new Held(
                    LeasedRows.content(row, 1, at, seal),
                    at,
                    row.getString(15),
                    status == 2 || status == 4,
                    status == 3 || (status == 0 && row.getInt(17) == 5)));
        } catch (UnreadableException e) {
            throw new StoreException(StoreException.Kind.REFUSED, "task " + id + ": " + e.getMessage());
        }
    }

    /** What a request about a task is bound to: its version and the digest of its content. */
    static String bond(Held held) {
        return held.version() + " " + HexFormat.of().formatHex(held.digest());
    }

    private Optional<Change> edit(long approval, TaskId id, String detail) throws SQLException {
        String[] bond = detail.split(" -> ", 2);
        Optional<Held> found =
                task(id).filter(held -> held.waitsForAPerson() && bond(held).equals(bond[0]));
        Optional<byte[]> fresh = found.isPresent() ? draft(approval, id, bond[1]) : Optional.empty();
        if (found.isEmpty() || fresh.isEmpty()) {
            return Optional.empty();
        }
        Held held = found.get();
        keep(approval, held);
        store(held, fresh.get());
        return Optional.of(
                new Change("content_sha256=" + HexFormat.of().formatHex(held.digest()), "content_sha256=" + bond[1]));
    }

    /** Empty when it is not the one that was asked for. */
    Optional<byte[]> draft(long approval, TaskId id, String digest) throws SQLException {
        try (ResultSet row = session.prepare(DRAFT).add(approval).query()) {
            if (!row.next()) {
                return Optional.empty();
            }
            byte[] wanted = HexFormat.of().parseHex(digest);
            byte[] content = seal.openOrRefuse(
                    new PayloadSeal.Sealed(row.getInt(2), row.getBytes(1)), ofContent("payload_draft", id, wanted));
            return Optional.of(content)
                    .filter(bytes -> Arrays.equals(Keys.sha256().digest(bytes), wanted));
        }
    }

    /** A row that holds a task's content. */
    static byte[] ofContent(String table, TaskId task, byte[] digest) {
        byte[] id = java.nio.ByteBuffer.allocate(8).putLong(task.value()).array();
        return PayloadSeal.bound(table, id, digest);
    }

    private void keep(long approval, Held held) throws SQLException {
        TaskId id = new TaskId(held.at().id());
        byte[] digest = held.digest();
        PayloadSeal.Sealed kept = seal.seal(held.content().content(), ofContent("payload_history", id, digest));
        session.prepare(KEEP)
                .add(id.value())
                .add(approval)
                .add(kept.bytes())
                .add(kept.key())
                .add(digest)
                .update();
    }

    private void store(Held held, byte[] content) throws SQLException {
        if (!seal.isOn() && held.at().key() == 0) {
            session.prepare(SET_CONTENT).add(content).add(held.at().id()).update();
            return;
        }
        PayloadSeal.Sealed sealed = seal.seal(
                PayloadSeal.pack(held.content().request(), Optional.of(content)),
                held.at().bound());
        session.prepare(SET_SEALED)
                .add(sealed.bytes())
                .add(sealed.key())
                .add(held.at().id())
                .update();
    }

    private Optional<Change> erase(TaskId id, String detail) throws SQLException {
        Optional<Held> found =
                task(id).filter(held -> held.isEnded() && bond(held).equals(detail));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        RawRequest nothing = new RawRequest("", "", "", "", java.util.List.of(), new byte[0], "");
        session.prepare(FORGET_HISTORY).add(id.value()).update();
        session.prepare(FORGET_SENDERS).add(id.value()).update();
        session.prepare(EMPTY_CONFLICTS)
                .add(RequestBytes.whole(nothing))
                .add(id.value())
                .update();
        String before = "content_sha256=" + HexFormat.of().formatHex(found.get().digest());
        return one(session.prepare(ERASED).add(id.value()), before, "erased");
    }

    /** Another key is the newest on this node, or none: what was asked for is not what would be done. */
    private boolean isNewest(String key) {
        return seal.isOn() && seal.keys().newest().equals(key);
    }

    private Change rewrap(String newest) throws SQLException {
        Map<String, Integer> done = seal.keys().rewrap(session);
        int all = done.values().stream().mapToInt(Integer::intValue).sum();
        return new Change("wrapped_by=" + String.join(",", done.keySet()), all + " keys wrapped_by=" + newest);
    }

    private Change sealAnew() throws SQLException {
        session.prepare(SEAL_ANEW).update();
        return new Change("", "begun");
    }

    /** What a request about a task's state is bound to. */
    static String version(TaskRow task) {
        return task.status().code() + "." + task.leaseEpoch() + "." + task.retryCount();
    }

    /** @param detail {@code KEY from INSTANT} */
    private Optional<Change> revoke(Approval.What what, String detail, String askedBy) throws SQLException {
        int at = detail.lastIndexOf(" from ");
        String from = Params.text(java.time.Instant.parse(detail.substring(at + 6)));
        Params insert = session.prepare(REVOCATION)
                .add(what.objectId())
                .add(detail.substring(0, at))
                .add(from)
                .add(from)
                .add(askedBy);
        return one(insert, "", detail + ": what came since then is put on hold");
    }

    /** Of all that a second person agrees to. */
    static byte[] digest(Approval.What what, String detail, String effect) {
        java.security.MessageDigest sha = Keys.sha256();
        for (String part : java.util.List.of(what.action(), what.objectType(), what.objectId(), detail, effect)) {
            byte[] bytes = part.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            sha.update(java.nio.ByteBuffer.allocate(4).putInt(bytes.length).array());
            sha.update(bytes);
        }
        return sha.digest();
    }
}
