package tallygate.gateway.mysql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.task.StoreException;

/**
 * The keys that payloads are sealed with: made anew each day, wrapped by the newest configured key, unwrapped once and kept. A
 * day's key seals fewer than 2^32 rows, which is as many as random nonces are good for.
 */
final class PayloadKeys {
    private static final int BYTES = 32;
    private static final String DUTY =
            "INSERT INTO duty (name) VALUES ('payload-key') ON DUPLICATE KEY UPDATE name = name";
    private static final String TURN = "SELECT name FROM duty WHERE name = 'payload-key' FOR UPDATE";
    private static final String LAST = "SELECT COALESCE(MAX(id), 0) FROM payload_key";
    private static final String YOUNG = """
        SELECT id, wrapped_by, wrapped
          FROM payload_key
         WHERE wrapped_by = ? AND created_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY
         ORDER BY id DESC
         LIMIT 1
        """;
    private static final String FIND = "SELECT id, wrapped_by, wrapped FROM payload_key WHERE id = ?";
    private static final String ALL = "SELECT id, wrapped_by, wrapped FROM payload_key ORDER BY id";
    private static final String ADD = "INSERT INTO payload_key (id, wrapped_by, wrapped) VALUES (?, ?, ?)";
    private static final String REWRAP =
            "UPDATE payload_key SET wrapped_by = ?, wrapped = ? WHERE id = ? AND wrapped_by = ?";

    private final WrappingKeys wrapping;
    private final Transactor database;
    private final SecureRandom dice = new SecureRandom();
    private final Map<Integer, SecretKey> opened = new ConcurrentHashMap<>();
    private volatile @Nullable Known current;

    PayloadKeys(WrappingKeys wrapping, Transactor database) {
        this.wrapping = wrapping;
        this.database = database;
    }

    record Known(int id, SecretKey secret) {}

    private record Wrapped(int id, String by, byte[] bytes) {}

    boolean isOn() {
        return !wrapping.isEmpty();
    }

    /** @throws StoreException before {@link #prepare} succeeded */
    Known current() {
        Known now = current;
        if (now == null) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "no payload key is open yet");
        }
        return now;
    }

    /** @throws UnreadableException when no configured key unwraps it */
    SecretKey find(int id) throws UnreadableException {
        SecretKey known = opened.get(id);
        if (known != null) {
            return known;
        }
        Optional<Wrapped> row = database.run(
                "find payload key",
                Transactor.Mode.READ,
                session -> read(session.prepare(FIND).add(id)).stream().findFirst());
        if (row.isEmpty()) {
            throw new UnreadableException("cannot be opened: the key is not in table payload_key");
        }
        SecretKey found = unwrap(row.get());
        opened.put(id, found);
        return found;
    }

    /**
     * Opens today's key, or makes it. To be called again now and then.
     *
     * @return why payloads must not be written; empty when all is well
     */
    Optional<String> prepare() {
        List<Wrapped> all = database.run("payload keys", Transactor.Mode.READ, session -> read(session.prepare(ALL)));
        if (!isOn()) {
            return all.isEmpty()
                    ? Optional.empty()
                    : Optional.of("payloads are sealed with keys " + wrappers(all)
                            + ", but privacy.keys is empty: write those keys there again");
        }
        for (Wrapped row : all) {
            if (row.by().equals(wrapping.newest())) {
                try {
                    unwrap(row);
                } catch (UnreadableException e) {
                    return Optional.of("payload key " + row.id() + " does not open with privacy.keys \"" + row.by()
                            + "\": its bytes are not those that wrapped it");
                }
            }
        }
        database.run(
                "payload key duty",
                Transactor.Mode.EACH,
                session -> session.prepare(DUTY).update());
        current = database.run("payload key of today", Transactor.Mode.WHOLE, this::today);
        return Optional.empty();
    }

    private static List<String> wrappers(List<Wrapped> all) {
        return all.stream().map(Wrapped::by).distinct().toList();
    }

    /** Ids of configured keys that are named in the table, and are not configured. */
    List<String> lost() {
        List<Wrapped> all = database.run("payload keys", Transactor.Mode.READ, session -> read(session.prepare(ALL)));
        return wrappers(all).stream().filter(by -> wrapping.key(by).isEmpty()).toList();
    }

    private Known today(Session session) throws SQLException {
        try (ResultSet turn = session.prepare(TURN).query()) {
            turn.next();
        }
        List<Wrapped> young = read(session.prepare(YOUNG).add(wrapping.newest()));
        if (!young.isEmpty()) {
            try {
                return new Known(young.getFirst().id(), unwrap(young.getFirst()));
            } catch (UnreadableException e) {
                throw new StoreException(StoreException.Kind.REFUSED, "payload key: " + e.getMessage());
            }
        }
        byte[] fresh = new byte[BYTES];
        dice.nextBytes(fresh);
        int id;
        try (ResultSet last = session.prepare(LAST).query()) {
            last.next();
            id = last.getInt(1) + 1;
        }
        session.prepare(ADD).add(id).add(wrapping.newest()).add(wrap(id, fresh)).update();
        return new Known(id, WrappingKeys.key(fresh));
    }

    /** The configured key that wraps today's; others wrap what was made before it came. */
    String newest() {
        return wrapping.newest();
    }

    /**
     * Wraps all keys that another configured key wrapped with the newest one, inside the caller's transaction.
     *
     * @return by id of the key that wrapped them before: how many were wrapped anew
     */
    Map<String, Integer> rewrap(Session session) throws SQLException {
        Map<String, Integer> done = new TreeMap<>();
        for (Wrapped row : read(session.prepare(ALL))) {
            if (!row.by().equals(wrapping.newest()) && wrapping.key(row.by()).isPresent()) {
                done.merge(row.by(), rewrap(session, row), Integer::sum);
            }
        }
        return done;
    }

    private int rewrap(Session session, Wrapped row) throws SQLException {
        byte[] plain;
        try {
            plain = unwrap(row).getEncoded();
        } catch (UnreadableException e) {
            throw new StoreException(StoreException.Kind.REFUSED, "payload key " + row.id() + " " + e.getMessage());
        }
        return session.prepare(REWRAP)
                .add(wrapping.newest())
                .add(wrap(row.id(), plain))
                .add(row.id())
                .add(row.by())
                .update();
    }

    private byte[] wrap(int id, byte[] plain) {
        String by = wrapping.newest();
        return Gcm.seal(wrapping.key(by).orElseThrow(), plain, bound(id, by));
    }

    private SecretKey unwrap(Wrapped row) throws UnreadableException {
        SecretKey by = wrapping.key(row.by())
                .orElseThrow(() -> new UnreadableException(
                        "cannot be opened: its wrapping key \"" + row.by() + "\" is not among privacy.keys"));
        return WrappingKeys.key(Gcm.open(by, row.bytes(), bound(row.id(), row.by())));
    }

    private static byte[] bound(int id, String by) {
        return PayloadSeal.bound(
                "payload_key", ByteBuffer.allocate(4).putInt(id).array(), by.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Wrapped> read(Params query) throws SQLException {
        List<Wrapped> found = new ArrayList<>();
        try (ResultSet row = query.query()) {
            while (row.next()) {
                found.add(new Wrapped(row.getInt(1), row.getString(2), row.getBytes(3)));
            }
        }
        return found;
    }

    /** How many rows of each wrapping key there are, for people. */
    Map<String, Integer> counts() {
        List<Wrapped> all = database.run("payload keys", Transactor.Mode.READ, session -> read(session.prepare(ALL)));
        Map<String, Integer> counts = new HashMap<>();
        all.forEach(row -> counts.merge(row.by(), 1, Integer::sum));
        return counts;
    }
}
