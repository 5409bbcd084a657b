package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Ordering;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.WorkStore;

/**
 * Leases tasks lane by lane on a connection of its own. Only lanes that have something are scanned with locks, so a lane that
 * is not asked for is not in anybody's way, however much waits in it.
 */
final class Claimer {
    private static final Logger log = LoggerFactory.getLogger(Claimer.class);

    /** A commit may become visible so long after the due time it wrote; what is later still is found by a whole scan. */
    private static final Duration LATE_COMMIT = Duration.ofSeconds(2);

    /** A shop inserts in a transaction of its own, which may take a while. */
    private static final Duration LONG_TRANSACTION = Duration.ofSeconds(60);

    private static final Instant WHOLE = Instant.parse("1970-01-02T00:00:00Z");
    private static final int UNSORTED = 0;

    /** Of one claim: where all that is due waits for its turn, each pass parks some and brings in nothing. */
    private static final int PASSES_MAX = 10;

    private final HeldConnection connection;
    private final Lanes lanes;
    private final Map<WorkStore.Scan, Map<Integer, Instant>> lowWater = new HashMap<>();
    private long marksOfGeneration;

    Claimer(HeldConnection connection, Lanes lanes) {
        this.connection = connection;
        this.lanes = lanes;
    }

    /** What a lane offers: nothing of it is due before. */
    private record Ready(Lanes.Lane lane, Instant since) {}

    /** Who claims, and what. */
    record Round(WorkStore.Scan scan, long owner, Duration lease, Optional<Ordering> ordering) {
        int status() {
            return scan == WorkStore.Scan.DUE ? 0 : 1;
        }

        int crash() {
            return scan == WorkStore.Scan.EXPIRED ? 1 : 0;
        }
    }

    synchronized List<LeasedTask> claim(Set<String> routes, int limit, boolean whole, Round round) {
        if (routes.isEmpty()) {
            return List.of();
        }
        List<Lanes.Lane> open = new ArrayList<>();
        for (String route : routes) {
            open.add(new Lanes.Lane(lanes.of(route), route));
        }
        Map<Integer, Instant> marks = marks(round.scan(), whole);
        List<Ready> ready = ready(round, open, marks);
        List<LeasedTask> claimed = new ArrayList<>();
        try {
            for (int passes = 0; !ready.isEmpty() && claimed.size() < limit && passes < PASSES_MAX; passes++) {
                List<Ready> lanesOfPass = ready;
                int left = limit - claimed.size();
                Pass pass = connection.run(
                        "claim", Transactor.Mode.WHOLE, session -> pass(session, round, lanesOfPass, marks, left));
                claimed.addAll(pass.claimed());
                ready = pass.full().isEmpty() ? List.of() : ready(round, pass.full(), marks);
            }
        } catch (StoreException e) {
            if (claimed.isEmpty()) {
                throw e;
            }
            log.warn("tasks={} kind={} leased before the database failed, they are run", claimed.size(), e.kind());
        }
        return claimed;
    }

    /** @param full the lanes that may have more */
    private record Pass(List<LeasedTask> claimed, List<Lanes.Lane> full) {}

    /** After a reconnect nothing is known of what was committed meanwhile. */
    private Map<Integer, Instant> marks(WorkStore.Scan scan, boolean whole) {
        if (marksOfGeneration != connection.generation()) {
            marksOfGeneration = connection.generation();
            lowWater.clear();
        }
        Map<Integer, Instant> marks = lowWater.computeIfAbsent(scan, _ -> new HashMap<>());
        if (whole) {
            marks.clear();
        }
        return marks;
    }

    private List<Ready> ready(Round round, List<Lanes.Lane> open, Map<Integer, Instant> marks) {
        if (open.size() > Shapes.MAX - 1) {
            throw new IllegalArgumentException("a node serves at most 255 routes, has " + open.size());
        }
        Map<Integer, Instant> found =
                connection.run("claim", Transactor.Mode.READ, session -> readyLanes(session, round, open, marks));
        if (round.scan() == WorkStore.Scan.DUE && found.containsKey(UNSORTED)) {
            sortIn();
            found = connection.run("claim", Transactor.Mode.READ, session -> readyLanes(session, round, open, marks));
        }
        List<Ready> ready = new ArrayList<>();
        for (Lanes.Lane lane : open) {
            Instant since = found.get(lane.number());
            if (since != null) {
                ready.add(new Ready(lane, since));
            }
        }
        ready.sort(Comparator.comparing(Ready::since)
                .thenComparing(entry -> entry.lane().route()));
        return ready;
    }

    /** By lane number; lane 0 among them when somebody inserted tasks without sorting them in. */
    private Map<Integer, Instant> readyLanes(
            Session session, Round round, List<Lanes.Lane> open, Map<Integer, Instant> marks) throws SQLException {
        Params params = session.prepare(WorkSql.READY.atLeast(open.size() + 1));
        for (int i = 0; i < Shapes.up(open.size() + 1); i++) {
            int lane = i < open.size() ? open.get(i).number() : UNSORTED;
            params.add(round.status()).add(lane).add(marks.getOrDefault(lane, WHOLE));
        }
        Map<Integer, Instant> found = new HashMap<>();
        Instant now = Instant.EPOCH;
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                if (rows.getInt(1) < 0) {
                    now = Params.instant(rows, 2);
                } else {
                    found.put(rows.getInt(1), Params.instant(rows, 2));
                }
            }
        }
        marks.put(UNSORTED, now.minus(LONG_TRANSACTION));
        for (Lanes.Lane lane : open) {
            marks.put(lane.number(), found.getOrDefault(lane.number(), now).minus(LATE_COMMIT));
        }
        return found;
    }

    /** One scan of each lane, the limit shared out. */
    private static Pass pass(Session session, Round round, List<Ready> ready, Map<Integer, Instant> marks, int limit)
            throws SQLException {
        List<Lanes.Lane> full = new ArrayList<>();
        List<LeasedRows.Claimed> taken = new ArrayList<>();
        for (int i = 0; i < ready.size() && taken.size() < limit; i++) {
            int left = limit - taken.size();
            int share = (left + ready.size() - i - 1) / (ready.size() - i);
            Lanes.Lane lane = ready.get(i).lane();
            int before = taken.size();
            scan(session, round, lane, marks.getOrDefault(lane.number(), WHOLE), share, taken);
            if (taken.size() - before == share) {
                full.add(lane);
            }
        }
        List<LeasedRows.Claimed> may = round.ordering().isPresent()
                ? InOrder.heads(session, taken, round.ordering().get())
                : taken;
        lease(session, round, may);
        List<LeasedTask> claimed = new ArrayList<>(may.size());
        for (LeasedRows.Claimed row : may) {
            claimed.add(row.effectOf() == 0 ? row.task() : withEffectKey(session, row));
        }
        return new Pass(claimed, full);
    }

    private static void scan(
            Session session, Round round, Lanes.Lane lane, Instant mark, int limit, List<LeasedRows.Claimed> to)
            throws SQLException {
        Params params = session.prepare(WorkSql.CLAIM)
                .add(round.status())
                .add(lane.number())
                .add(mark)
                .add(limit);
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                to.add(LeasedRows.read(rows, round.crash()));
            }
        }
    }

    private static void lease(Session session, Round round, List<LeasedRows.Claimed> taken) throws SQLException {
        for (int from = 0; from < taken.size(); from += Shapes.MAX) {
            List<LeasedRows.Claimed> part = taken.subList(from, Math.min(taken.size(), from + Shapes.MAX));
            long[] ids = Shapes.padded(part.stream()
                    .mapToLong(row -> row.task().lease().id().value())
                    .toArray());
            Params params = session.prepare(WorkSql.LEASE.exactly(ids.length))
                    .add(round.crash())
                    .add(round.owner())
                    .add(round.lease().toMillis() * 1000)
                    .add(round.status());
            for (long id : ids) {
                params.add(id);
            }
            int leased = params.update();
            if (leased != part.size()) {
                throw new IllegalStateException(
                        leased + " of " + part.size() + " locked rows were leased: their state changed under the lock");
            }
        }
    }

    /** A task whose effect another one carries out, opened again by hand: it uses the same key. */
    private static LeasedTask withEffectKey(Session session, LeasedRows.Claimed row) throws SQLException {
        try (ResultSet rows =
                session.prepare(WorkSql.EFFECT_KEY).add(row.effectOf()).query()) {
            String key = rows.next() ? LeasedRows.key(rows, 1, "effect_key", rows.getBytes(2)) : "";
            return LeasedRows.withEffectKey(row.task(), key);
        }
    }

    /** Gives tasks that a shop inserted by itself the number of their route, known to this node or not. */
    private void sortIn() {
        connection.run("sort in", Transactor.Mode.WHOLE, session -> {
            Map<Long, String> routes = new HashMap<>();
            try (ResultSet rows = session.prepare(WorkSql.UNSORTED).query()) {
                while (rows.next()) {
                    routes.put(rows.getLong(1), rows.getString(2));
                }
            }
            for (Map.Entry<Long, String> row : routes.entrySet()) {
                session.prepare(WorkSql.SORT_IN)
                        .add(lanes.ofStranger(row.getValue()))
                        .add(row.getKey())
                        .update();
            }
            return routes.size();
        });
    }
}
