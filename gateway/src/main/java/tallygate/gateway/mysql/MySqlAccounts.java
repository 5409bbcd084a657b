package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tallygate.gateway.task.TaskIds;

/** Which provider accounts the table knows: an account that vanishes from the configuration takes its duplicates' memory with it. */
public final class MySqlAccounts {
    /** Each account once: the unique index is skipped through, not read. */
    private static final String ALL = """
        SELECT source
          FROM async_task
         GROUP BY source
        """;

    private static final String UNFINISHED = """
        SELECT 1
          FROM async_task
         WHERE source = ? AND status IN (0, 1)
         LIMIT 1
        """;

    /** Read from the unique index alone, which ends in the id. */
    private static final String SINCE = """
        SELECT 1
          FROM async_task
         WHERE source = ? AND id >= ?
         LIMIT 1
        """;

    private static final int ID_SHIFT = 22;

    private final Transactor transactor;

    MySqlAccounts(Transactor transactor) {
        this.transactor = transactor;
    }

    /**
     * Accounts with tasks that are not finished or that began after an instant, besides the known ones.
     *
     * @throws tallygate.gateway.task.StoreException when the database does not answer
     */
    public List<String> strangers(Set<String> known, Instant since) {
        return transactor.run("accounts", Transactor.Mode.READ, session -> {
            List<String> strangers = new ArrayList<>();
            for (String account : all(session)) {
                if (!known.contains(account) && isInUse(session, account, since)) {
                    strangers.add(account);
                }
            }
            return strangers;
        });
    }

    private static Set<String> all(Session session) throws SQLException {
        Set<String> accounts = new TreeSet<>();
        try (ResultSet rows = session.prepare(ALL).query()) {
            while (rows.next()) {
                accounts.add(new String(rows.getBytes(1), StandardCharsets.UTF_8));
            }
        }
        return accounts;
    }

    private static boolean isInUse(Session session, String account, Instant since) throws SQLException {
        long firstId = Math.max(0, since.toEpochMilli() - TaskIds.EPOCH_MILLIS) << ID_SHIFT;
        byte[] source = account.getBytes(StandardCharsets.UTF_8);
        try (ResultSet open = session.prepare(UNFINISHED).add(source).query()) {
            if (open.next()) {
                return true;
            }
        }
        try (ResultSet recent = session.prepare(SINCE).add(source).add(firstId).query()) {
            return recent.next();
        }
    }
}
