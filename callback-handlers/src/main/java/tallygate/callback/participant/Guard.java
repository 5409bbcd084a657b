package tallygate.callback.participant;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * One table, keyed by the id of the forward request, written in the participant's own transaction. The caller commits, or rolls
 * back: then the mark is gone with the work. Isolation READ COMMITTED or above; InnoDB.
 *
 * <p>The first statement inserts the mark or counts the visit, and so takes an exclusive lock either way: two requests for one
 * step wait for each other and never deadlock on a shared lock.
 */
public final class Guard {
    /** The table, ready to be run once. */
    public static final String TABLE = """
        CREATE TABLE IF NOT EXISTS saga_guard (
          request_id     VARBINARY(64) NOT NULL COMMENT 'of the forward request, {saga_id}:s{n}',
          status         TINYINT       NOT NULL COMMENT '0 begun, 1 done, 2 compensated, 3 refused',
          compensated_by VARBINARY(64) NOT NULL DEFAULT '',
          visits         INT           NOT NULL DEFAULT 1,
          response       MEDIUMTEXT    NULL,
          created_at     DATETIME(3)   NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
          PRIMARY KEY (request_id),
          KEY k_created (created_at)
        ) ENGINE = InnoDB
        """;

    private static final int BEGUN = 0;
    private static final int DONE = 1;
    private static final int COMPENSATED = 2;
    private static final int REFUSED = 3;
    private static final int KEEP_DAYS_MIN = 7;

    /** One affected row: inserted. Two: it was there. That holds with and without useAffectedRows. */
    private static final String MARK = """
        INSERT INTO saga_guard (request_id, status, compensated_by) VALUES (?, ?, ?)
            ON DUPLICATE KEY UPDATE visits = visits + 1
        """;

    private static final String READ = "SELECT status, response FROM saga_guard WHERE request_id = ?";
    private static final String MOVE =
            "UPDATE saga_guard SET status = ?, compensated_by = ?, visits = visits + 1 WHERE request_id = ? AND status"
                    + " = ?";
    private static final String REMEMBER =
            "UPDATE saga_guard SET status = ?, response = ?, visits = visits + 1 WHERE request_id = ? AND status = ?";
    private static final String CLEAN =
            "DELETE FROM saga_guard WHERE created_at < CURRENT_TIMESTAMP(3) - INTERVAL ? DAY LIMIT ?";

    /**
     * Before a forward step's work. On Go do it, {@link #remember} its result if it has one, and commit.
     *
     * @param connection of the work, with autocommit off
     * @throws SQLException also when another request of the same step holds the row too long: answer 503
     */
    public Guarded forward(Connection connection, String requestId) throws SQLException {
        return forward(connection, requestId, DONE);
    }

    /**
     * Before a step whose effect lies outside of this database. Commit, do the work with the request id as its own key, then
     * {@link #finish}. What was begun and not finished is never taken for something that did not run.
     */
    public Guarded begin(Connection connection, String requestId) throws SQLException {
        return forward(connection, requestId, BEGUN);
    }

    private static Guarded forward(Connection connection, String requestId, int mark) throws SQLException {
        requireTransaction(connection);
        if (isInserted(connection, requestId, mark, "")) {
            return new Guarded.Go();
        }
        Row row = read(connection, requestId);
        return switch (row.status()) {
            case BEGUN -> new Guarded.Go();
            case DONE -> new Guarded.DoneBefore(row.response());
            case COMPENSATED -> new Guarded.Refused("it was compensated before it came");
            case REFUSED -> new Guarded.Refused(row.response());
            default -> throw new SQLException("saga_guard holds the unknown status " + row.status());
        };
    }

    /** The outside effect is there. Refused: its compensation came meanwhile, so it must be undone by whoever made it. */
    public Guarded finish(Connection connection, String requestId, String response) throws SQLException {
        requireTransaction(connection);
        return update(connection, REMEMBER, DONE, response, requestId, BEGUN) == 1
                ? new Guarded.Go()
                : forward(connection, requestId, DONE);
    }

    /** Keeps a step's result for later sends of the same request. */
    public void remember(Connection connection, String requestId, String response) throws SQLException {
        requireTransaction(connection);
        if (update(connection, REMEMBER, DONE, response, requestId, DONE) != 1) {
            throw new SQLException("request " + requestId + " has no mark to remember its result at");
        }
    }

    /** The step is refused for good: a late copy of the request is refused too. Nothing else is written in this transaction. */
    public void refuse(Connection connection, String requestId, String reason) throws SQLException {
        requireTransaction(connection);
        if (!isInserted(connection, requestId, REFUSED, "")) {
            update(connection, REMEMBER, REFUSED, reason, requestId, DONE);
            update(connection, REMEMBER, REFUSED, reason, requestId, BEGUN);
        } else {
            update(connection, REMEMBER, REFUSED, reason, requestId, REFUSED);
        }
    }

    /**
     * Before a compensation's work. On Go undo, on Begun find out and undo what there is, then commit.
     *
     * @param requestId of the forward request ({@code Tallygate-Compensates})
     * @param compensationId of the compensation itself ({@code Idempotency-Key})
     */
    public Guarded compensate(Connection connection, String requestId, String compensationId) throws SQLException {
        requireTransaction(connection);
        if (isInserted(connection, requestId, COMPENSATED, compensationId)) {
            return new Guarded.Empty();
        }
        Row row = read(connection, requestId);
        return switch (row.status()) {
            case BEGUN, DONE -> {
                if (update(connection, MOVE, COMPENSATED, compensationId, requestId, row.status()) != 1) {
                    throw new SQLException("the mark of " + requestId + " changed under its lock");
                }
                yield row.status() == DONE ? new Guarded.Go() : new Guarded.Begun();
            }
            case COMPENSATED -> new Guarded.DoneBefore(row.response());
            case REFUSED -> {
                update(connection, MOVE, COMPENSATED, compensationId, requestId, REFUSED);
                yield new Guarded.Empty();
            }
            default -> throw new SQLException("saga_guard holds the unknown status " + row.status());
        };
    }

    /**
     * What is known of a request, for the status URL: {@code done}, {@code running}, {@code refused}, {@code compensated} or
     * {@code unknown}.
     */
    public String state(Connection connection, String requestId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setString(1, requestId);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? word(rows.getInt(1)) : "unknown";
            }
        }
    }

    private static String word(int status) {
        return switch (status) {
            case BEGUN -> "running";
            case DONE -> "done";
            case COMPENSATED -> "compensated";
            case REFUSED -> "refused";
            default -> "unknown";
        };
    }

    /**
     * Takes away marks of every state that are older than any saga and any late copy of a request can be.
     *
     * @param keepDays at least 7
     * @return how many were taken away; call again while it equals the limit
     */
    public int clean(Connection connection, int keepDays, int limit) throws SQLException {
        if (keepDays < KEEP_DAYS_MIN) {
            throw new IllegalArgumentException("marks are kept at least " + KEEP_DAYS_MIN + " days, not " + keepDays);
        }
        try (PreparedStatement statement = connection.prepareStatement(CLEAN)) {
            statement.setInt(1, keepDays);
            statement.setInt(2, limit);
            return statement.executeUpdate();
        }
    }

    private record Row(int status, String response) {}

    private static boolean isInserted(Connection connection, String requestId, int status, String by)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MARK)) {
            statement.setString(1, requestId);
            statement.setInt(2, status);
            statement.setString(3, by);
            return statement.executeUpdate() == 1;
        }
    }

    private static Row read(Connection connection, String requestId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setString(1, requestId);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("the mark of " + requestId + " was cleaned away while it was locked");
                }
                String response = rows.getString(2);
                return new Row(rows.getInt(1), response == null ? "" : response);
            }
        }
    }

    private static int update(Connection connection, String sql, int status, String text, String requestId, int from)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, status);
            statement.setString(2, text);
            statement.setString(3, requestId);
            statement.setInt(4, from);
            return statement.executeUpdate();
        }
    }

    private static void requireTransaction(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "the guard works inside the participant's own transaction: autocommit is on");
        }
    }
}
