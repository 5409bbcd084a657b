package tallygate.callback.guard;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import javax.sql.DataSource;

/**
 * Applies an effect once for each idempotency key: the key goes into a unique index in the same transaction as the effect. Both
 * are committed, or neither; a second caller with the same key waits for the first one's end. The keys stay for ever.
 *
 * <pre>{@code
 * CREATE TABLE applied_effect (
 *   idempotency_key VARBINARY(128) NOT NULL PRIMARY KEY,
 *   applied_at      DATETIME(3)    NOT NULL DEFAULT (UTC_TIMESTAMP(3))
 * )
 * }</pre>
 */
public final class EffectGuard {
    private static final int KEY_BYTES_MAX = 128;
    private static final int DUPLICATE = 1062;

    private final String insert;
    private final SeenKeys seen;

    private EffectGuard(String table, SeenKeys seen) {
        if (!table.matches("[A-Za-z0-9_]{1,64}(\\.[A-Za-z0-9_]{1,64})?")) {
            throw new IllegalArgumentException("a table's name is letters, digits and underscores, not " + table);
        }
        this.insert = "INSERT INTO " + table + " (idempotency_key) VALUES (?)";
        this.seen = seen;
    }

    /** @param table with a unique column {@code idempotency_key}, beside the tables that effects change */
    public static EffectGuard on(String table) {
        return new EffectGuard(table, SeenKeys.NONE);
    }

    /** The double insurance: most duplicates end in the quick memory, the unique index decides. */
    public EffectGuard behind(SeenKeys quick) {
        return new EffectGuard(insert.split(" ", 4)[2], quick);
    }

    /** What is to happen once, on the connection of the key. Must not commit or roll back. */
    @FunctionalInterface
    public interface Effect {
        void apply(Connection connection) throws SQLException;
    }

    /**
     * In a transaction of its own.
     *
     * @throws SQLException when it is not known to be applied: answer unknown, the same call again is safe
     */
    public Once once(DataSource database, String key, Effect effect) throws SQLException {
        if (seen.isSeen(key)) {
            return Once.BEFORE;
        }
        Once result;
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                result = inside(connection, key, effect);
                connection.commit();
            } catch (SQLException | RuntimeException | Error e) {
                rollback(connection, e);
                throw e;
            }
        }
        seen.remember(key);
        return result;
    }

    private static void rollback(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * In the caller's transaction, which the caller commits. An effect that fails takes its key back with it.
     *
     * @throws IllegalStateException when the connection commits each statement by itself
     */
    public Once inside(Connection connection, String key, Effect effect) throws SQLException {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > KEY_BYTES_MAX) {
            throw new IllegalArgumentException("a key has 1..128 bytes, got " + bytes.length);
        }
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("key and effect need one transaction, this connection has none");
        }
        Savepoint before = connection.setSavepoint();
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setBytes(1, bytes);
            statement.executeUpdate();
        } catch (SQLException e) {
            if (e.getErrorCode() == DUPLICATE) {
                return Once.BEFORE;
            }
            throw e;
        }
        try {
            effect.apply(connection);
        } catch (SQLException | RuntimeException | Error e) {
            takeBack(connection, before, e);
            throw e;
        }
        return Once.APPLIED;
    }

    private static void takeBack(Connection connection, Savepoint before, Throwable cause) {
        try {
            connection.rollback(before);
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
