package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.desk.PayloadVault;
import tallygate.gateway.task.TaskContent;
import tallygate.signature.RawRequest;

/** Walks all tasks in order of their id; how far it is stands in a row of {@code retention_mark}, which is there while it runs. */
final class MySqlPayloadVault implements PayloadVault {
    private static final String HOW_FAR = "SELECT last_id FROM retention_mark WHERE name = 'reencrypt'";
    private static final String TAKE = HOW_FAR + " FOR UPDATE SKIP LOCKED";
    private static final String MOVE = "UPDATE retention_mark SET last_id = ? WHERE name = 'reencrypt'";
    private static final String END = "DELETE FROM retention_mark WHERE name = 'reencrypt'";
    private static final String NEXT = "SELECT id FROM async_task WHERE id > ? ORDER BY id LIMIT ?";
    private static final String ROW = """
        SELECT request_method, request_scheme, request_authority, request_target, request_headers, remote_address,
               payload, content, source, event_id, biz_id, amount_minor, currency, payload_key
          FROM async_task
         WHERE id = ? AND payload IS NOT NULL AND payload_key <> ?
           FOR UPDATE
        """;
    private static final String SEAL = """
        UPDATE async_task
           SET payload = ?, content = NULL, request_target = NULL, request_headers = NULL, payload_key = ?
         WHERE id = ? AND payload_key = ?
        """;

    private final Transactor transactor;
    private final PayloadKeys keys;
    private final PayloadSeal seal;

    MySqlPayloadVault(Transactor transactor, PayloadKeys keys, PayloadSeal seal) {
        this.transactor = transactor;
        this.keys = keys;
        this.seal = seal;
    }

    @Override
    public Optional<String> prepare() {
        return keys.prepare();
    }

    @Override
    public long unreadable() {
        return seal.unreadable();
    }

    @Override
    public Standing standing() {
        Optional<Long> run = transactor.run("reencryption", Transactor.Mode.READ, session -> {
            try (ResultSet row = session.prepare(HOW_FAR).query()) {
                return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
            }
        });
        return new Standing(keys.isOn(), keys.counts(), keys.lost(), run);
    }

    @Override
    public boolean step(int rows) {
        return keys.isOn()
                && transactor.run("reencrypt", Transactor.Mode.WHOLE, session -> {
                    long after;
                    try (ResultSet mark = session.prepare(TAKE).query()) {
                        if (!mark.next()) {
                            return false;
                        }
                        after = mark.getLong(1);
                    }
                    List<Long> ids = next(session, after, rows);
                    for (long id : ids) {
                        seal(session, id);
                    }
                    if (ids.isEmpty()) {
                        session.prepare(END).update();
                    } else {
                        session.prepare(MOVE).add(ids.getLast()).update();
                    }
                    return !ids.isEmpty();
                });
    }

    private static List<Long> next(Session session, long after, int rows) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet row = session.prepare(NEXT).add(after).add(rows).query()) {
            while (row.next()) {
                ids.add(row.getLong(1));
            }
        }
        return ids;
    }

    /** One that cannot be opened stays as it is: its key may come back. */
    private void seal(Session session, long id) throws SQLException {
        int now = keys.current().id();
        LeasedRows.At at;
        TaskContent held;
        try (ResultSet row = session.prepare(ROW).add(id).add(now).query()) {
            if (!row.next()) {
                return;
            }
            at = LeasedRows.At.read(row, id, 9);
            held = LeasedRows.content(row, 1, at, seal);
        } catch (UnreadableException e) {
            return;
        }
        store(session, at, held);
    }

    /** @return the rows that were changed: one, unless another key sealed it meanwhile */
    private int store(Session session, LeasedRows.At at, TaskContent held) throws SQLException {
        RawRequest request = held.request();
        Optional<byte[]> content = java.util.Arrays.equals(request.body(), held.content())
                ? Optional.empty()
                : Optional.of(held.content());
        PayloadSeal.Sealed sealed = seal.seal(PayloadSeal.pack(request, content), at.bound());
        return session.prepare(SEAL)
                .add(sealed.bytes())
                .add(sealed.key())
                .add(at.id())
                .add(at.key())
                .update();
    }
}
