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

    /** Of one claim: where all that is due waits for its turn, each pass parks some and brings in nothing. */
    private static final int PASSES_MAX = 10;

    private final HeldConnection connection;
    private final Lanes lanes;
    private final LowWater lowWater = new LowWater();
    private final PayloadSeal seal;

    Claimer(HeldConnection connection, Lanes lanes, PayloadSeal seal) {
        this.seal = seal;
        this.connection = connection;
        this.lanes = lanes;
    }

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
        if (routes.size() > Shapes.MAX - 1) {
            throw new IllegalArgumentException("a node serves at most 255 routes, has " + routes.size());
        }
        List<Lanes.Lane> asked = new ArrayList<>();
        for (String route : routes) {
            asked.add(new Lanes.Lane(lanes.of(route), route));
        }
        LowWater.Marks marks = lowWater.of(round.scan(), connection.generation(), whole);
        List<LeasedTask> claimed = new ArrayList<>();
        try {
            boolean mayBeUnsorted = round.scan() == WorkStore.Scan.DUE;
            for (int passes = 0; !asked.isEmpty() && claimed.size() < limit && passes < PASSES_MAX; passes++) {
                var step = new Step(round, asked, marks, limit - claimed.size(), mayBeUnsorted);
                Pass pass = connection.run("claim", Transactor.Mode.WHOLE, session -> pass(session, step));
                claimed.addAll(pass.claimed());
                asked = pass.full();
                if (pass.isUnsorted()) {
                    sortIn();
                    mayBeUnsorted = false;
                }
            }
        } catch (StoreException e) {
            marks.forget();
            if (claimed.isEmpty()) {
                throw e;
            }
            log.warn("tasks={} kind={} leased before the database failed, they are run", claimed.size(), e.kind());
        }
        return claimed;
    }

    /** What one transaction is to do. */
    private record Step(Round round, List<Lanes.Lane> asked, LowWater.Marks marks, int limit, boolean mayBeUnsorted) {}

    /**
     * What came of it.
     *
     * @param full the lanes that may have more
     * @param isUnsorted nothing was taken yet: a shop has inserted tasks that have to be sorted in first
     */
    private record Pass(List<LeasedTask> claimed, List<Lanes.Lane> full, boolean isUnsorted) {}

    /** By when the first of each lane is due; lane 0 among them when somebody inserted tasks without sorting them in. */
    private static Map<Integer, Instant> look(Session session, Step step) throws SQLException {
        List<Lanes.Lane> open = step.asked();
        Params params = session.prepare(WorkSql.READY.atLeast(open.size() + 1));
        for (int i = 0; i < Shapes.up(open.size() + 1); i++) {
            int lane = i < open.size() ? open.get(i).number() : LowWater.UNSORTED;
            params.add(step.round().status()).add(lane).add(step.marks().of(lane));
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
        step.marks().looked(open, found, now);
        return found;
    }

    /** The lanes that have something, the one that has waited longest first. */
    private static List<Lanes.Lane> ready(List<Lanes.Lane> open, Map<Integer, Instant> first) {
        return open.stream()
                .filter(lane -> first.containsKey(lane.number()))
                .sorted(Comparator.comparing((Lanes.Lane lane) -> first.getOrDefault(lane.number(), Instant.MAX))
                        .thenComparing(Lanes.Lane::route))
                .toList();
    }

    /** One scan of each lane, the limit shared out. */
    private Pass pass(Session session, Step step) throws SQLException {
        List<Lanes.Lane> ready = step.asked();
        if (!step.marks().hasMore(ready)) {
            Map<Integer, Instant> first = look(session, step);
            if (step.mayBeUnsorted() && first.containsKey(LowWater.UNSORTED)) {
                return new Pass(List.of(), step.asked(), true);
            }
            ready = ready(step.asked(), first);
        }
        List<Lanes.Lane> full = new ArrayList<>();
        List<LeasedRows.Claimed> taken = new ArrayList<>();
        for (int i = 0; i < ready.size() && taken.size() < step.limit(); i++) {
            int left = step.limit() - taken.size();
            int share = (left + ready.size() - i - 1) / (ready.size() - i);
            Lanes.Lane lane = ready.get(i);
            int before = taken.size();
            if (scan(session, step, lane, share, taken) == share) {
                full.add(lane);
                if (taken.size() > before) {
                    step.marks().full(lane.number(), taken.getLast().due());
                }
            } else {
                step.marks().emptied(lane.number());
            }
        }
        Round round = step.round();
        List<LeasedRows.Claimed> may = round.ordering().isPresent()
                ? InOrder.heads(session, taken, round.ordering().get())
                : taken;
        lease(session, round, may);
        List<LeasedTask> claimed = new ArrayList<>(may.size());
        for (LeasedRows.Claimed row : may) {
            claimed.add(row.effectOf() == 0 ? row.task() : withEffectKey(session, row));
        }
        return new Pass(claimed, full, false);
    }

    private int scan(Session session, Step step, Lanes.Lane lane, int limit, List<LeasedRows.Claimed> to)
            throws SQLException {
        Params params = session.prepare(WorkSql.CLAIM)
                .add(step.round().status())
                .add(lane.number())
                .add(step.marks().of(lane.number()))
                .add(limit);
        int seen = 0;
        Map<Long, String> unreadable = new HashMap<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                seen++;
                try {
                    to.add(LeasedRows.read(rows, step.round().crash(), seal));
                } catch (UnreadableException e) {
                    unreadable.put(rows.getLong(1), String.valueOf(e.getMessage()));
                }
            }
        }
        park(session, step.round(), unreadable);
        return seen;
    }

    private static void park(Session session, Round round, Map<Long, String> unreadable) throws SQLException {
        for (Map.Entry<Long, String> row : unreadable.entrySet()) {
            String why = row.getValue() + "; parked, tried again in 60 s";
            session.prepare(WorkSql.PARK_UNREADABLE)
                    .add(Texts.cut(why, Texts.ERROR_MAX))
                    .add(row.getKey())
                    .add(round.status())
                    .update();
            log.error("task={} {}", row.getKey(), why);
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
