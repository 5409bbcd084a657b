package tallygate.gateway.mysql;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;
import tallygate.signature.RawRequest;

/** Inserts in group commits on a connection of its own: usually one statement, one round trip, one durable commit. */
final class MySqlIntakeStore implements IntakeStore {
    /** Of one statement; well below the 64 MiB packet that the server must take. */
    private static final long STATEMENT_BYTES_MAX = 8L << 20;

    private final Transactor connection;
    private final Lanes lanes;
    private final Supplier<TaskId> newIds;
    private final PayloadSeal seal;

    MySqlIntakeStore(Transactor connection, Lanes lanes, Supplier<TaskId> newIds, PayloadSeal seal) {
        this.seal = seal;
        this.connection = connection;
        this.lanes = lanes;
        this.newIds = newIds;
    }

    @Override
    public int atOnce(int rows) {
        return IntakeSql.INSERT.fit(rows);
    }

    @Override
    public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
        check(batch);
        List<InsertRow> rows = new ArrayList<>(batch.size());
        for (NewTask task : batch) {
            InsertRow row = InsertRow.of(task, lanes.of(task.route()), owner, lease);
            row.check();
            rows.add(row);
        }
        List<List<InsertRow>> statements = cut(rows);
        Transactor.Mode mode = statements.size() == 1 ? Transactor.Mode.EACH : Transactor.Mode.WHOLE;
        return connection.run("insert", mode, session -> insert(session, statements, owner));
    }

    private List<Insertion> insert(Session session, List<List<InsertRow>> statements, long owner) throws SQLException {
        List<Insertion> answers = new ArrayList<>();
        for (List<InsertRow> rows : statements) {
            Params params = session.prepare(IntakeSql.INSERT.exactly(rows.size()));
            for (InsertRow row : rows) {
                row.bind(params, seal);
            }
            if (params.update() == rows.size()) {
                for (InsertRow row : rows) {
                    answers.add(new Insertion.Fresh(row.id()));
                }
            } else {
                answers.addAll(new Settling(session, newIds, owner, seal).settle(rows));
            }
        }
        return answers;
    }

    private static void check(List<NewTask> batch) {
        if (batch.isEmpty() || batch.size() > Shapes.MAX) {
            throw new IllegalArgumentException("a batch has 1..256 tasks, got " + batch.size());
        }
        for (int i = 1; i < batch.size(); i++) {
            if (batch.get(i - 1).key().compareTo(batch.get(i).key()) >= 0) {
                throw new IllegalArgumentException("a batch is sorted by keys, each once: fails at " + i);
            }
        }
    }

    /** Into sizes that there are shapes for, and that fit a packet. */
    private static List<List<InsertRow>> cut(List<InsertRow> rows) {
        List<List<InsertRow>> statements = new ArrayList<>();
        int from = 0;
        while (from < rows.size()) {
            int to = from + 1;
            long bytes = rows.get(from).bytes();
            while (to < rows.size() && bytes + rows.get(to).bytes() <= STATEMENT_BYTES_MAX) {
                bytes += rows.get(to++).bytes();
            }
            int size = IntakeSql.INSERT.fit(to - from);
            statements.add(rows.subList(from, from + size));
            from += size;
        }
        return statements;
    }

    @Override
    public Insertion quarantine(NewTask task, String why) {
        int lane = lanes.of(Texts.cut(task.route(), 64));
        return connection.run("quarantine", Transactor.Mode.EACH, session -> {
            InsertRow row = new InsertRow(
                    plain(task),
                    task.id(),
                    lane,
                    TaskStatus.FAILED,
                    0,
                    0,
                    Duration.ZERO,
                    WaitReason.NONE,
                    "quarantined: " + why,
                    Optional.empty());
            return quarantine(session, row, task, why);
        });
    }

    private Insertion quarantine(Session session, InsertRow row, NewTask task, String why) throws SQLException {
        Params params = session.prepare(IntakeSql.INSERT.exactly(1));
        row.bind(params, seal);
        if (params.update() == 1) {
            return new Insertion.Quarantined(row.id(), why);
        }
        Settling settling = new Settling(session, newIds, 0, seal);
        StoredRow.Key key = StoredRow.Key.of(task);
        Map<StoredRow.Key, StoredRow> found = settling.byKey(List.of(key));
        StoredRow stored = found.get(key);
        if (stored == null) {
            return quarantine(session, row.withId(newIds.get()), task, why);
        }
        return stored.id().equals(row.id())
                ? new Insertion.Quarantined(row.id(), why)
                : settling.known(plain(task), stored);
    }

    /** Only what identifies it, and the body: everything that a column could refuse is left out. */
    private static NewTask plain(NewTask task) {
        PaymentEvent event = task.event();
        RawRequest request = task.request();
        PaymentEvent bare = new PaymentEvent(
                event.eventId(),
                "",
                "",
                "",
                "",
                "",
                OptionalLong.empty(),
                "",
                "",
                Optional.empty(),
                Optional.empty(),
                event.digest(),
                event.content());
        RawRequest body = new RawRequest("", "", "", "", request.headers(), request.body(), "");
        return new NewTask(
                task.id(),
                task.source(),
                Texts.cut(task.endpoint(), 64),
                Texts.cut(task.provider(), 64),
                Texts.cut(task.route(), 64),
                bare,
                "",
                body,
                new NewTask.Start.Due());
    }

    @Override
    public List<Insertion> release(List<TaskId> ids, long owner) {
        checkNumber(ids);
        return connection.run("release", Transactor.Mode.WHOLE, session -> {
            long[] padded = Shapes.padded(ids.stream().mapToLong(TaskId::value).toArray());
            Params params =
                    session.prepare(IntakeSql.RELEASE.exactly(padded.length)).add(owner);
            for (long id : padded) {
                params.add(id);
            }
            params.update();
            return committed(session, ids);
        });
    }

    @Override
    public List<Insertion> find(List<TaskId> ids) {
        checkNumber(ids);
        return connection.run("find", Transactor.Mode.EACH, session -> committed(session, ids));
    }

    private static void checkNumber(List<TaskId> ids) {
        if (ids.isEmpty() || ids.size() > Shapes.MAX) {
            throw new IllegalArgumentException("1..256 ids can be asked for, got " + ids.size());
        }
    }

    private List<Insertion> committed(Session session, List<TaskId> ids) throws SQLException {
        Map<TaskId, StoredRow> found = new Settling(session, newIds, 0, seal).byId(ids);
        return ids.stream()
                .flatMap(id -> Optional.ofNullable(found.get(id)).stream())
                .map(StoredRow::earlier)
                .toList();
    }
}
