package tallygate.gateway.mysql;

import java.time.Duration;
import java.util.Set;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.WorkStore;

/** Makes many rows in the database itself, for tests of what many rows cost. */
final class RowFactory {
    private static final String DIGIT =
            "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL"
                    + " SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
    private static final String NUMBER = "(a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n + 100000 * f.n)";

    private static final int AT_ONCE = 50_000;

    private final RealRig rig;
    private long made;

    RowFactory(RealRig rig) {
        this.rig = rig;
    }

    /** The lane of a route, which gets one when it has none. */
    int lane(String route) {
        rig.work().claim(WorkStore.Scan.DUE, Set.of(route), 1, StoreRig.ME, StoreRig.LEASE, true);
        return (int) rig.number("SELECT lane FROM lane WHERE route = '" + route + "'");
    }

    /**
     * Rows in one state and lane.
     *
     * @param rows at most a million
     * @param age of the first row's due time
     * @param apart between two due times, in microseconds
     */
    void fill(int rows, int status, int lane, Duration age, long apart) {
        String id = made + " + 1 + " + NUMBER;
        for (int from = 0; from < rows; from += AT_ONCE) {
            rig.execute(
                    "INSERT INTO async_task (id, event_id, biz_id, route, status, lane, next_retry_time, created_at,"
                            + " payload) SELECT " + id + ", CONCAT('made-', " + id + "), CONCAT('order-', " + id
                            + "), (SELECT route FROM lane WHERE lane.lane = " + lane + "), " + status + ", " + lane
                            + ", UTC_TIMESTAMP(3) - INTERVAL " + age.toMillis() * 1000 + " MICROSECOND + INTERVAL "
                            + apart
                            + " * " + NUMBER + " MICROSECOND, UTC_TIMESTAMP(3), REPEAT('x', 100) FROM " + DIGIT + " a, "
                            + DIGIT + " b, " + DIGIT + " c, " + DIGIT + " d, " + DIGIT + " e, " + DIGIT + " f WHERE "
                            + NUMBER
                            + " >= " + from + " AND " + NUMBER + " < " + Math.min(rows, from + AT_ONCE));
        }
        made += rows;
        rig.execute("ANALYZE TABLE async_task");
    }
}
