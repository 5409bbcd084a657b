package tallygate.gateway.mysql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.desk.ChainStore;

/** The audit log's hash chain. */
final class MySqlChainStore implements ChainStore {
    private static final byte[] ORIGIN = new byte[32];
    private static final int PAGE = 1_000;

    private static final String DUTY = "INSERT INTO duty (name) VALUES ('audit') ON DUPLICATE KEY UPDATE name = name";
    private static final String TURN = "SELECT name FROM duty WHERE name = 'audit' FOR UPDATE";
    private static final String HEAD =
            "SELECT chain_seq, row_hash FROM audit_log WHERE chain_seq IS NOT NULL ORDER BY chain_seq DESC LIMIT 1";
    private static final String COLUMNS = """
        SELECT id, DATE_FORMAT(at, '%Y-%m-%d %H:%i:%s.%f'), actor, origin, action, object_type, object_id, before_state,
               after_state, reason, chain_seq, prev_hash, row_hash
          FROM audit_log
        """;
    private static final String UNSEALED = COLUMNS + " WHERE chain_seq IS NULL ORDER BY id LIMIT ?";
    private static final String SEALED = COLUMNS + " WHERE chain_seq > ? ORDER BY chain_seq LIMIT ?";
    private static final String SEAL =
            "UPDATE audit_log SET chain_seq = ?, prev_hash = ?, row_hash = ? WHERE id = ? AND chain_seq IS NULL";
    private static final String SET_ASIDE = """
        INSERT INTO audit_head (at, chain_seq, row_hash)
        SELECT UTC_TIMESTAMP(3), ?, ?
          FROM (SELECT 1 AS one) d
         WHERE NOT EXISTS (SELECT 1 FROM audit_head WHERE at > UTC_TIMESTAMP(3) - INTERVAL 1 HOUR)
        """;
    private static final String HEADS = """
        SELECT h.chain_seq
          FROM audit_head h
          LEFT JOIN audit_log a ON a.chain_seq = h.chain_seq
         WHERE a.row_hash IS NULL OR a.row_hash <> h.row_hash
         ORDER BY h.chain_seq
         LIMIT 1
        """;
    private static final String COUNT_UNSEALED =
            "SELECT COUNT(*) FROM (SELECT 1 AS one FROM audit_log WHERE chain_seq IS NULL LIMIT 10000) some";
    private static final String SETTLED_UNSEEN = """
        SELECT t.id, 'compensated'
          FROM async_task t
         WHERE t.status = 4 AND NOT EXISTS (
               SELECT 1
                 FROM audit_log a
                WHERE a.object_type = 'task' AND a.object_id = CONVERT(t.id, CHAR) COLLATE utf8mb4_bin
                  AND a.action IN ('task-settle', 'task-cancel'))
         LIMIT ?
        """;
    /** A callback that was never leased cannot have been handled, unless another task carries out its effect. */
    private static final String DONE_UNSTARTED = """
        SELECT w.id, 'success, which was never started'
          FROM (SELECT id, status, lease_epoch, effect_of, endpoint
                  FROM async_task
                 ORDER BY id DESC
                 LIMIT 100000) w
         WHERE w.status = 2 AND w.lease_epoch = 0 AND w.effect_of IS NULL AND w.endpoint <> ''
         LIMIT ?
        """;

    /** Its last try ended otherwise, and nobody opened it again. */
    private static final String NOT_FAILED_ANY_MORE = """
        SELECT t.id, CONCAT(ELT(t.status + 1, 'pending', 'processing', 'success'), ' after it had failed')
          FROM task_attempt p
          JOIN async_task t ON t.id = p.task_id
         WHERE p.outcome = 'failed' AND t.status IN (0, 1, 2) AND NOT EXISTS (
               SELECT 1
                 FROM audit_log a
                WHERE a.object_type = 'task' AND a.object_id = CONVERT(t.id, CHAR) COLLATE utf8mb4_bin
                  AND a.action IN ('task-reopen', 'task-force') AND a.at >= p.ended_at)
         LIMIT ?
        """;

    private static final String DONE_OTHERWISE = """
        SELECT t.id, CONCAT('success, but its last try ended in ', p.outcome)
          FROM task_attempt p
          JOIN async_task t ON t.id = p.task_id AND t.lease_epoch = p.lease_epoch
         WHERE p.outcome IN ('retry', 'park', 'given-back') AND p.ended_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY
           AND t.status = 2
         LIMIT ?
        """;
    private static final String HEAD_AT = "SELECT row_hash FROM audit_log WHERE chain_seq = ?";
    private static final String FAILED_UNSEEN = """
        SELECT t.id, 'failed'
          FROM async_task t
         WHERE t.status = 3 AND COALESCE(t.last_error, '') NOT LIKE 'quarantined: %' AND NOT EXISTS (
               SELECT 1 FROM task_attempt p WHERE p.task_id = t.id AND p.outcome = 'failed')
         LIMIT ?
        """;

    private final Transactor transactor;

    MySqlChainStore(Transactor transactor) {
        this.transactor = transactor;
    }

    /** One row and its place in the chain; sequence 0 and no digests when it is not sealed. */
    private record Link(long id, String[] fields, long seq, byte[] before, byte[] own) {
        static List<Link> read(Params query) throws SQLException {
            List<Link> links = new ArrayList<>();
            try (ResultSet row = query.query()) {
                while (row.next()) {
                    String[] fields = new String[9];
                    for (int i = 0; i < fields.length; i++) {
                        fields[i] = row.getString(i + 2);
                    }
                    links.add(new Link(
                            row.getLong(1),
                            fields,
                            row.getLong(11),
                            LeasedRows.bytes(row, 12),
                            LeasedRows.bytes(row, 13)));
                }
            }
            return links;
        }

        /** SHA-256 over the digest before, both numbers, and each field with its length. */
        byte[] digest(byte[] previous, long place) {
            MessageDigest sha = Keys.sha256();
            sha.update(previous);
            sha.update(ByteBuffer.allocate(16).putLong(place).putLong(id).array());
            for (String field : fields) {
                byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
                sha.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
                sha.update(bytes);
            }
            return sha.digest();
        }
    }

    @Override
    public int seal(int limit) {
        transactor.run(
                "audit duty",
                Transactor.Mode.EACH,
                session -> session.prepare(DUTY).update());
        return transactor.run("seal audit log", Transactor.Mode.WHOLE, session -> {
            try (ResultSet turn = session.prepare(TURN).query()) {
                turn.next();
            }
            long seq = 0;
            byte[] last = ORIGIN;
            try (ResultSet head = session.prepare(HEAD).query()) {
                if (head.next()) {
                    seq = head.getLong(1);
                    last = head.getBytes(2);
                }
            }
            List<Link> open = Link.read(session.prepare(UNSEALED).add(limit));
            for (Link link : open) {
                byte[] own = link.digest(last, ++seq);
                session.prepare(SEAL).add(seq).add(last).add(own).add(link.id()).update();
                last = own;
            }
            if (seq > 0) {
                session.prepare(SET_ASIDE).add(seq).add(last).update();
            }
            return open.size();
        });
    }

    @Override
    public Verdict verify() {
        long seq = 0;
        byte[] last = ORIGIN;
        while (true) {
            long after = seq;
            List<Link> page = transactor.run(
                    "verify audit log",
                    Transactor.Mode.READ,
                    session -> Link.read(session.prepare(SEALED).add(after).add(PAGE)));
            for (Link link : page) {
                Optional<String> fault = fault(link, seq + 1, last);
                if (fault.isPresent()) {
                    return verdict(seq, Optional.of(new Break(seq + 1, fault.get())));
                }
                seq = link.seq();
                last = link.own();
            }
            if (page.size() < PAGE) {
                return verdict(seq, heads());
            }
        }
    }

    private static Optional<String> fault(Link link, long wanted, byte[] last) {
        if (link.seq() != wanted) {
            return Optional.of("row " + wanted + " of the chain is missing");
        }
        if (!Arrays.equals(link.before(), last)) {
            return Optional.of("audit row " + link.id() + " does not follow the row before it");
        }
        boolean isIntact = Arrays.equals(link.own(), link.digest(last, wanted));
        return isIntact
                ? Optional.empty()
                : Optional.of("audit row " + link.id() + " was changed: its digest is not "
                        + HexFormat.of().formatHex(link.own(), 0, 4) + "… any more");
    }

    /** An hourly head that the chain does not have any more: its end was cut off or rewritten. */
    private Optional<Break> heads() {
        return transactor.run("verify heads", Transactor.Mode.READ, session -> {
            try (ResultSet row = session.prepare(HEADS).query()) {
                return row.next()
                        ? Optional.of(new Break(row.getLong(1), "the chain is not the one that was set aside hourly"))
                        : Optional.empty();
            }
        });
    }

    private Verdict verdict(long sealed, Optional<Break> firstBreak) {
        long unsealed = transactor.run("count unsealed", Transactor.Mode.READ, session -> {
            try (ResultSet row = session.prepare(COUNT_UNSEALED).query()) {
                row.next();
                return row.getLong(1);
            }
        });
        return new Verdict(sealed, unsealed, firstBreak);
    }

    @Override
    public Optional<Head> head() {
        return transactor.run("head of audit log", Transactor.Mode.READ, session -> {
            try (ResultSet row = session.prepare(HEAD).query()) {
                return row.next()
                        ? Optional.of(new Head(row.getLong(1), HexFormat.of().formatHex(row.getBytes(2))))
                        : Optional.empty();
            }
        });
    }

    @Override
    public Optional<Break> compare(List<Head> heads) {
        return transactor.run("compare heads", Transactor.Mode.READ, session -> {
            for (Head head : heads) {
                try (ResultSet row =
                        session.prepare(HEAD_AT).add(head.chainSeq()).query()) {
                    boolean isThere = row.next();
                    if (!isThere || !HexFormat.of().formatHex(row.getBytes(1)).equals(head.rowHash())) {
                        String what = isThere ? "is another one" : "is not there";
                        return Optional.of(new Break(head.chainSeq(), "the row that was anchored outside " + what));
                    }
                }
            }
            return Optional.empty();
        });
    }

    @Override
    public List<String> unexplained(int limit) {
        return transactor.run("unexplained states", Transactor.Mode.READ, session -> {
            List<String> lines = new ArrayList<>();
            for (String sql :
                    List.of(SETTLED_UNSEEN, FAILED_UNSEEN, DONE_UNSTARTED, NOT_FAILED_ANY_MORE, DONE_OTHERWISE)) {
                try (ResultSet row = session.prepare(sql).add(limit).query()) {
                    while (row.next()) {
                        lines.add("task " + row.getLong(1) + " is " + row.getString(2)
                                + ", and no attempt or audit row says why");
                    }
                }
            }
            return lines;
        });
    }
}
