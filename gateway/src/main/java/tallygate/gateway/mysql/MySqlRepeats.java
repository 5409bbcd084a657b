package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import tallygate.gateway.identity.Repeats;

/** API writes by their idempotency key. */
final class MySqlRepeats implements Repeats {
    private static final String PURGE =
            "DELETE FROM api_repeat WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY LIMIT 1000";
    private static final String BEGIN = """
        INSERT INTO api_repeat (caller, repeat_key, digest)
        VALUES (?, ?, ?)
            ON DUPLICATE KEY UPDATE caller = caller
        """;
    private static final String FIND = """
        SELECT digest, status, content_type, body FROM api_repeat WHERE caller = ? AND repeat_key = ?
        """;
    private static final String END = """
        UPDATE api_repeat
           SET status = ?, content_type = ?, body = ?
         WHERE caller = ? AND repeat_key = ? AND status = 0
        """;
    private static final String FREE = "DELETE FROM api_repeat WHERE caller = ? AND repeat_key = ? AND status = 0";

    private final Transactor transactor;

    MySqlRepeats(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public Known begin(String caller, String key, String digest) {
        return transactor.run("begin write", Transactor.Mode.EACH, session -> {
            session.prepare(PURGE).update();
            int begun = session.prepare(BEGIN).add(caller).add(key).add(digest).update();
            return begun == 1 ? new Known.Fresh() : known(session, caller, key, digest);
        });
    }

    private static Known known(Session session, String caller, String key, String digest) throws SQLException {
        try (ResultSet row = session.prepare(FIND).add(caller).add(key).query()) {
            if (!row.next()) {
                return new Known.Unfinished();
            }
            if (!row.getString(1).equals(digest)) {
                return new Known.Other();
            }
            byte[] body = row.getBytes(4);
            return row.getInt(2) == 0
                    ? new Known.Unfinished()
                    : new Known.Done(row.getInt(2), row.getString(3), body == null ? new byte[0] : body);
        }
    }

    @Override
    public void end(String caller, String key, Optional<Known.Done> answer) {
        transactor.run(
                "end write",
                Transactor.Mode.EACH,
                session -> answer.isPresent()
                        ? session.prepare(END)
                                .add(answer.get().status())
                                .add(answer.get().contentType())
                                .add(answer.get().body())
                                .add(caller)
                                .add(key)
                                .update()
                        : session.prepare(FREE).add(caller).add(key).update());
    }
}
