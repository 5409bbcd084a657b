package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.TaskContent;
import tallygate.gateway.task.TaskId;
import tallygate.signature.RawRequest;

/** Reads what {@link WorkSql#CLAIM} selects, as it is once it is leased: epoch and attempts one further. */
final class LeasedRows {
    private static final byte[] NOTHING = {};

    private LeasedRows() {}

    /** A leased task, and what only the store needs. */
    record Claimed(LeasedTask task, Instant due, long effectOf) {}

    /** @throws UnreadableException when the payload is sealed and does not open */
    static Claimed read(ResultSet row, int crash, PayloadSeal seal) throws SQLException, UnreadableException {
        byte @Nullable [] overlong = row.getBytes(29);
        TaskContent held = content(row, 21, claimed(row), seal);
        LeasedTask task = new LeasedTask(
                new Lease(new TaskId(row.getLong(1)), row.getInt(2) + 1),
                key(row, 3, "source", overlong),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                key(row, 8, "biz_id", overlong),
                key(row, 9, "event_id", overlong),
                Overlong.text("event_type", row.getString(10), overlong),
                key(row, 11, "effect_key", overlong),
                amount(row, 13),
                row.getString(14),
                row.getInt(15),
                row.getInt(16) + 1,
                row.getInt(17) + crash,
                Params.instant(row, 18),
                Duration.ofMillis(row.getLong(19) / 1000),
                new String(bytes(row, 30), StandardCharsets.UTF_8),
                held.request(),
                held.content());
        return new Claimed(task, Params.instant(row, 20), row.getLong(12));
    }

    /** Which row it is, and what it is sealed with. */
    record At(long id, byte[] bound, int key) {
        /** From six columns on: source, event_id, biz_id, amount_minor, currency, payload_key. */
        static At read(ResultSet row, long id, int first) throws SQLException {
            byte[] bound = PayloadSeal.ofTask(
                    id,
                    bytes(row, first),
                    bytes(row, first + 1),
                    new PayloadSeal.Business(bytes(row, first + 2), amount(row, first + 3), row.getString(first + 4)));
            return new At(id, bound, row.getInt(first + 5));
        }
    }

    /** Request and content from eight columns on: those of {@link #request}, then payload and content. */
    static TaskContent content(ResultSet row, int first, At at, PayloadSeal seal)
            throws SQLException, UnreadableException {
        byte[] payload = bytes(row, first + 6);
        if (at.key() != 0) {
            return PayloadSeal.unpack(seal.open(new PayloadSeal.Sealed(at.key(), payload), at.bound()));
        }
        byte @Nullable [] content = row.getBytes(first + 7);
        try {
            return new TaskContent(request(row, first, payload), content == null ? payload : content);
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("its stored request cannot be read: " + e.getMessage());
        }
    }

    private static At claimed(ResultSet row) throws SQLException {
        int key = row.getInt(31);
        if (key == 0) {
            return new At(row.getLong(1), NOTHING, 0);
        }
        var business = new PayloadSeal.Business(bytes(row, 8), amount(row, 13), row.getString(14));
        return new At(row.getLong(1), PayloadSeal.ofTask(row.getLong(1), bytes(row, 3), bytes(row, 9), business), key);
    }

    static LeasedTask withEffectKey(LeasedTask task, String effectKey) {
        return new LeasedTask(
                task.lease(),
                task.source(),
                task.endpoint(),
                task.provider(),
                task.route(),
                task.bizType(),
                task.bizId(),
                task.eventId(),
                task.eventType(),
                effectKey,
                task.amountMinor(),
                task.currency(),
                task.retryCount(),
                task.attempts(),
                task.crashes(),
                task.createdAt(),
                task.age(),
                task.statusUrl(),
                task.request(),
                task.content());
    }

    static String key(ResultSet row, int column, String name, byte @Nullable [] overlong) throws SQLException {
        return Overlong.text(name, new String(bytes(row, column), StandardCharsets.UTF_8), overlong);
    }

    static OptionalLong amount(ResultSet row, int column) throws SQLException {
        long amount = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(amount);
    }

    /** Method, scheme, authority, target, headers, address from the given column on; all NULL for a shop's own task. */
    static RawRequest request(ResultSet row, int first, byte[] body) throws SQLException {
        byte[] headers = bytes(row, first + 4);
        return new RawRequest(
                text(row.getString(first)),
                text(row.getString(first + 1)),
                new String(bytes(row, first + 2), StandardCharsets.UTF_8),
                new String(bytes(row, first + 3), StandardCharsets.UTF_8),
                headers.length == 0 ? List.of() : RequestBytes.headers(headers),
                body,
                new String(bytes(row, first + 5), StandardCharsets.UTF_8));
    }

    private static String text(@Nullable String held) {
        return held == null ? "" : held;
    }

    static byte[] bytes(ResultSet row, int column) throws SQLException {
        byte @Nullable [] held = row.getBytes(column);
        return held == null ? NOTHING : held;
    }
}
