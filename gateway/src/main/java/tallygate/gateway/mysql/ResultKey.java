package tallygate.gateway.mysql;

import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The key that binds results to hand-outs: one for all nodes, made by the first that needs it. */
final class ResultKey {
    private static final int BYTES = 32;
    private static final String READ = "SELECT secret FROM result_key WHERE id = 1";
    private static final String MAKE =
            "INSERT INTO result_key (id, secret) VALUES (1, ?) ON DUPLICATE KEY UPDATE id = id";

    private ResultKey() {}

    static byte[] of(Transactor transactor) {
        return transactor.run("result key", Transactor.Mode.WHOLE, session -> {
            byte[] known = read(session);
            if (known.length > 0) {
                return known;
            }
            byte[] fresh = new byte[BYTES];
            new SecureRandom().nextBytes(fresh);
            session.prepare(MAKE).add(fresh).update();
            return read(session);
        });
    }

    private static byte[] read(Session session) throws SQLException {
        try (ResultSet rows = session.prepare(READ).query()) {
            return rows.next() ? rows.getBytes(1) : new byte[0];
        }
    }
}
