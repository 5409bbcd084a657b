package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tallygate.gateway.task.Ordering;
import tallygate.gateway.task.TaskStatus;

/**
 * Lets only the oldest unfinished task of each business key through, and parks the others. The rows are locked by the caller;
 * whether an older one is unfinished is read without locks, as committed now: it can only be finished meanwhile, never begun
 * behind the back of a row that has settled.
 */
final class InOrder {
    /** A younger task looks again by itself after this, should nobody have woken it; the older it is, the later. */
    private static final long LOOK_AGAIN_MICROS = 30_000_000;

    private InOrder() {}

    /** @param age in microseconds */
    private record Standing(long age, boolean hasOlder) {}

    static List<LeasedRows.Claimed> heads(Session session, List<LeasedRows.Claimed> locked, Ordering ordering)
            throws SQLException {
        List<LeasedRows.Claimed> heads = new ArrayList<>();
        List<Long> young = new ArrayList<>();
        List<Long> behind = new ArrayList<>();
        long settle = ordering.settle().toMillis() * 1000;
        for (int from = 0; from < locked.size(); from += Shapes.MAX) {
            List<LeasedRows.Claimed> part = locked.subList(from, Math.min(locked.size(), from + Shapes.MAX));
            Map<Long, Standing> standings = standings(session, part, ordering);
            for (LeasedRows.Claimed row : part) {
                long id = row.task().lease().id().value();
                Standing standing = standings.get(id);
                if (standing == null) {
                    throw new IllegalStateException("task " + id + " vanished under its lock");
                }
                if (row.task().bizId().isEmpty()) {
                    heads.add(row);
                } else if (standing.hasOlder()) {
                    behind.add(id);
                } else if (standing.age() < settle) {
                    young.add(id);
                } else {
                    heads.add(row);
                }
            }
        }
        park(session, OrderSql.LET_SETTLE, settle, young);
        park(session, OrderSql.PARK, LOOK_AGAIN_MICROS, behind);
        return heads;
    }

    private static Map<Long, Standing> standings(Session session, List<LeasedRows.Claimed> rows, Ordering ordering)
            throws SQLException {
        long[] ids = Shapes.padded(
                rows.stream().mapToLong(row -> row.task().lease().id().value()).toArray());
        Params params = session.prepare(OrderSql.STANDING.exactly(ids.length))
                .add((ordering.isFailureBlocking() ? TaskStatus.FAILED : TaskStatus.PROCESSING).code());
        for (long id : ids) {
            params.add(id);
        }
        Map<Long, Standing> standings = new HashMap<>();
        try (ResultSet found = params.query()) {
            while (found.next()) {
                standings.put(found.getLong(1), new Standing(found.getLong(2), found.getBoolean(3)));
            }
        }
        return standings;
    }

    private static void park(Session session, Shapes statement, long micros, List<Long> ids) throws SQLException {
        for (int from = 0; from < ids.size(); from += Shapes.MAX) {
            List<Long> part = ids.subList(from, Math.min(ids.size(), from + Shapes.MAX));
            long[] padded =
                    Shapes.padded(part.stream().mapToLong(Long::longValue).toArray());
            Params params = session.prepare(statement.exactly(padded.length)).add(micros);
            for (long id : padded) {
                params.add(id);
            }
            int parked = params.update();
            if (parked != part.size()) {
                throw new IllegalStateException(
                        parked + " of " + part.size() + " locked rows were parked: their state changed under the lock");
            }
        }
    }
}
