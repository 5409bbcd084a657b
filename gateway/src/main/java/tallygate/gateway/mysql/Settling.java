package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;

/**
 * Finds out what became of rows of which not all were new. The own id under the own key is new; the own id under another key is
 * an id clash, so the row goes in under a new id; a key that is there is a duplicate or a conflict; what is left had its effect
 * taken.
 */
final class Settling {
    private static final Logger log = LoggerFactory.getLogger(Settling.class);
    private static final int TRIES_MAX = 5;

    private final Session session;
    private final Supplier<TaskId> newIds;
    private final long owner;
    private final PayloadSeal seal;

    Settling(Session session, Supplier<TaskId> newIds, long owner, PayloadSeal seal) {
        this.seal = seal;
        this.session = session;
        this.newIds = newIds;
        this.owner = owner;
    }

    /** @return one answer a row, in their order */
    List<Insertion> settle(List<InsertRow> rows) throws SQLException {
        Map<TaskId, StoredRow> byId = byId(rows.stream().map(InsertRow::id).toList());
        Map<StoredRow.Key, StoredRow> byKey = byKey(rows.stream()
                .filter(row -> !isMine(row, byId.get(row.id())))
                .map(row -> StoredRow.Key.of(row.task()))
                .toList());
        List<Insertion> answers = new ArrayList<>(rows.size());
        for (InsertRow row : rows) {
            StoredRow own = byId.get(row.id());
            if (own != null && isMine(row, own)) {
                answers.add(own.again(row.task(), owner));
                continue;
            }
            StoredRow stored = byKey.get(StoredRow.Key.of(row.task()));
            answers.add(stored != null ? known(row.task(), stored) : insertAlone(row, own != null));
        }
        return answers;
    }

    private static boolean isMine(InsertRow row, @org.jspecify.annotations.Nullable StoredRow stored) {
        return stored != null && stored.key().equals(StoredRow.Key.of(row.task())) && stored.hasContentOf(row.task());
    }

    /** Duplicate or conflict; a conflict is written down, once for each other content. */
    Insertion known(NewTask task, StoredRow stored) throws SQLException {
        if (stored.hasContentOf(task)) {
            return new Insertion.Duplicate(stored.id());
        }
        byte[] content = task.event().content();
        boolean isBody = Arrays.equals(content, task.request().body());
        Optional<byte[]> more = isBody ? Optional.empty() : Optional.of(content);
        PayloadSeal.Sealed request = seal.isOn()
                ? seal.seal(
                        PayloadSeal.pack(task.request(), more),
                        ofConflict(stored.id(), task.event().digest()))
                : new PayloadSeal.Sealed(0, RequestBytes.whole(task.request()));
        session.prepare(IntakeSql.CONFLICT)
                .add(stored.id().value())
                .add(stored.key().source())
                .add(stored.key().eventId())
                .add(task.endpoint())
                .add(task.event().digest())
                .add(task.event().amountMinor())
                .add(task.event().currency())
                .add(request.bytes())
                .addOrNull(isBody || request.key() != 0 ? null : content)
                .add(request.key())
                .update();
        return new Insertion.Conflict(stored.id());
    }

    /** The row of a conflict. */
    static byte[] ofConflict(TaskId task, byte[] digest) {
        byte[] id = java.nio.ByteBuffer.allocate(8).putLong(task.value()).array();
        return PayloadSeal.bound("callback_conflict", id, digest);
    }

    /** Neither its key nor its row is there: its effect is taken, or its id is. */
    private Insertion insertAlone(InsertRow first, boolean isIdTaken) throws SQLException {
        InsertRow row = isIdTaken ? renumbered(first) : first;
        for (int i = 0; i < TRIES_MAX; i++) {
            Optional<TaskId> holder = effectHolder(row.task());
            InsertRow attempt = holder.isPresent() ? row.linkedTo(holder.get()) : row;
            Params params = session.prepare(IntakeSql.INSERT.exactly(1));
            attempt.bind(params, seal);
            if (params.update() == 1) {
                return holder.<Insertion>map(of -> new Insertion.EffectTaken(attempt.id(), of))
                        .orElseGet(() -> new Insertion.Fresh(attempt.id()));
            }
            StoredRow stored = byKey(List.of(StoredRow.Key.of(row.task()))).get(StoredRow.Key.of(row.task()));
            if (stored != null) {
                return stored.id().equals(row.id()) && stored.hasContentOf(row.task())
                        ? stored.again(row.task(), owner)
                        : known(row.task(), stored);
            }
            if (byId(List.of(row.id())).containsKey(row.id())) {
                row = renumbered(row);
            }
        }
        throw new StoreException(
                StoreException.Kind.TRANSIENT, "insert: a row was overtaken " + TRIES_MAX + " times, to be run again");
    }

    private InsertRow renumbered(InsertRow row) {
        TaskId id = newIds.get();
        log.error(
                "task={} id is used by another event, the row goes in as {}: is a node number used twice?",
                row.id(),
                id);
        return row.withId(id);
    }

    private Optional<TaskId> effectHolder(NewTask task) throws SQLException {
        if (task.effectKey().isEmpty()) {
            return Optional.empty();
        }
        Params params = session.prepare(IntakeSql.BY_EFFECT).add(Keys.column(task.effectKey()));
        try (ResultSet rows = params.query()) {
            return rows.next() ? Optional.of(new TaskId(rows.getLong(1))) : Optional.empty();
        }
    }

    Map<TaskId, StoredRow> byId(List<TaskId> ids) throws SQLException {
        long[] padded = Shapes.padded(ids.stream().mapToLong(TaskId::value).toArray());
        Params params = session.prepare(IntakeSql.BY_ID.exactly(padded.length));
        for (long id : padded) {
            params.add(id);
        }
        Map<TaskId, StoredRow> found = new HashMap<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                StoredRow row = StoredRow.read(rows);
                found.put(row.id(), row);
            }
        }
        return found;
    }

    /** One look-up for each account: an index range in every version, which a list of pairs is not. */
    Map<StoredRow.Key, StoredRow> byKey(List<StoredRow.Key> keys) throws SQLException {
        Map<String, List<StoredRow.Key>> byAccount = new HashMap<>();
        for (StoredRow.Key key : keys) {
            byAccount
                    .computeIfAbsent(java.util.HexFormat.of().formatHex(key.source()), _ -> new ArrayList<>())
                    .add(key);
        }
        Map<StoredRow.Key, StoredRow> found = new HashMap<>();
        for (List<StoredRow.Key> group : byAccount.values()) {
            Params params = session.prepare(IntakeSql.BY_KEY.atLeast(group.size()))
                    .add(group.getFirst().source());
            for (int i = 0; i < Shapes.up(group.size()); i++) {
                params.add(group.get(Math.min(i, group.size() - 1)).eventId());
            }
            try (ResultSet rows = params.query()) {
                while (rows.next()) {
                    StoredRow row = StoredRow.read(rows);
                    found.put(row.key(), row);
                }
            }
        }
        return found;
    }
}
