package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.WorkStore;

/** What a claim reads, and what its low-water mark leaves out. */
class ScanTest {
    private final RealRig rig = new RealRig(TestDatabases.embedded());

    @AfterEach
    void close() {
        rig.close();
    }

    private void insertDue(int tasks, String route) {
        for (int from = 0; from < tasks; from += 200) {
            List<NewTask> batch = new ArrayList<>();
            for (int i = from; i < from + 200; i++) {
                batch.add(Samples.due(rig.ids().next(), "%s_%05d".formatted(route, i))
                        .on(route)
                        .task());
            }
            rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE);
        }
    }

    /** A hundred thousand rows in the given state and lane. */
    private void fill(int status, String lane, String due) {
        String digit =
                "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL"
                        + " SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        String number = "a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n";
        rig.execute("INSERT INTO async_task (id, event_id, route, status, lane, next_retry_time, payload) SELECT "
                + number
                + " + 1, " + number + ", 'orders', " + status + ", " + lane + ", " + due + ", REPEAT('x', 100) FROM "
                + digit + " a, " + digit + " b, " + digit + " c, " + digit + " d, " + digit + " e");
        rig.execute("ANALYZE TABLE async_task");
    }

    private static long handlerReads(Statement statement) throws SQLException {
        long reads = 0;
        try (var rows = statement.executeQuery(
                "SHOW SESSION STATUS WHERE Variable_name IN ('Handler_read_key', 'Handler_read_next')")) {
            while (rows.next()) {
                reads += rows.getLong(2);
            }
        }
        return reads;
    }

    private List<LeasedTask> claim(boolean whole) {
        return rig.work().claim(WorkStore.Scan.DUE, Set.of("orders"), 200, StoreRig.ME, StoreRig.LEASE, whole);
    }

    @Test
    void finishedRowsAndPausedLanesCostAClaimNothing() throws SQLException {
        insertDue(400, "orders");
        insertDue(200, "paused");
        long lane = rig.number("SELECT lane FROM lane WHERE route = 'orders'");
        fill(2, Long.toString(lane), "UTC_TIMESTAMP(3) - INTERVAL 1 DAY");
        try (Connection connection = rig.database().connect();
                Session session = new Session(connection);
                Statement statement = connection.createStatement()) {
            session.begin();
            long before = handlerReads(statement);
            int claimed = 0;
            try (var rows = session.prepare(WorkSql.CLAIM)
                    .add(0)
                    .add((int) lane)
                    .add("1970-01-02 00:00:00.000")
                    .add(200)
                    .query()) {
                while (rows.next()) {
                    claimed++;
                }
            }
            long read = handlerReads(statement) - before;
            session.rollback();
            assertThat(claimed).isEqualTo(200);
            assertThat(read / (double) claimed)
                    .as("index entries read a claimed task")
                    .isLessThanOrEqualTo(1.1);
        }
        assertThat(rig.stores().check(java.time.Clock.systemUTC()))
                .filteredOn(finding -> finding.what().startsWith("plan"))
                .hasSizeGreaterThan(20)
                .allMatch(finding -> finding.level() == Finding.Level.OK)
                .anyMatch(finding -> finding.value().contains("key=k_due"));
    }

    @Test
    void aPausedLaneWithAHundredThousandDueRowsIsNotReadByAClaim() throws SQLException {
        insertDue(200, "orders");
        insertDue(200, "paused");
        long paused = rig.number("SELECT lane FROM lane WHERE route = 'paused'");
        fill(0, Long.toString(paused), "UTC_TIMESTAMP(3) - INTERVAL 1 DAY");
        int open = (int) rig.number("SELECT lane FROM lane WHERE route = 'orders'");
        try (Connection connection = rig.database().connect();
                Session session = new Session(connection);
                Statement statement = connection.createStatement()) {
            long before = handlerReads(statement);
            Params ready = session.prepare(WorkSql.READY.atLeast(2));
            for (int lane : new int[] {open, 0}) {
                ready.add(0).add(lane).add("1970-01-02 00:00:00.000");
            }
            try (var rows = ready.query()) {
                assertThat(rows.next()).isTrue();
            }
            long read = handlerReads(statement) - before;
            assertThat(read)
                    .as("index entries read to see which open lanes have something")
                    .isLessThanOrEqualTo(6);
        }
        assertThat(claim(true)).hasSize(200).allMatch(task -> task.route().equals("orders"));
        assertThat(rig.number("SELECT COUNT(*) FROM async_task WHERE status = 0 AND lane = " + paused))
                .isEqualTo(100_200);
    }

    @Test
    void whatBecomesVisibleLateIsFoundByAWholeScan() {
        insertDue(200, "orders");
        assertThat(claim(true)).hasSize(200);
        assertThat(claim(true)).isEmpty();
        TaskId late = rig.ids().next();
        rig.insert(Samples.due(late, "late").task());
        rig.execute("UPDATE async_task SET next_retry_time = next_retry_time - INTERVAL 1 HOUR WHERE id = " + late);
        assertThat(claim(false)).as("below the mark").isEmpty();
        assertThat(claim(true)).extracting(task -> task.lease().id()).containsExactly(late);
    }

    @Test
    void afterAReconnectTheFirstScanIsWhole() throws SQLException {
        insertDue(200, "orders");
        assertThat(claim(true)).hasSize(200);
        assertThat(claim(true)).isEmpty();
        TaskId late = rig.ids().next();
        rig.insert(Samples.due(late, "late").task());
        rig.execute("UPDATE async_task SET next_retry_time = next_retry_time - INTERVAL 1 HOUR WHERE id = " + late);
        rig.database().killConnections();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> claim(false)))
                .isInstanceOf(tallygate.gateway.task.StoreException.class);
        assertThat(claim(false)).extracting(task -> task.lease().id()).containsExactly(late);
    }

    @Test
    void aTaskThatAShopInsertsByItselfIsClaimedByItsRoute() {
        rig.execute("INSERT INTO async_task (route, biz_type, biz_id, event_id, payload)"
                + " VALUES ('orders', 'sms', '10023', 'sms-10023', '{\"to\":\"+86\"}'),"
                + " ('ordres', 'sms', '10024', 'sms-10024', '{}')");
        LeasedTask task = claim(false).getFirst();
        assertThat(task.eventId()).isEqualTo("sms-10023");
        assertThat(task.source()).isEqualTo("shop");
        assertThat(task.bizType()).isEqualTo("sms");
        assertThat(task.request().method()).isEmpty();
        assertThat(new String(task.content(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("{\"to\":\"+86\"}");
        assertThat(claim(true)).isEmpty();
        assertThat(rig.admin().counts().counts())
                .contains(new TaskCounts.Count("ordres", tallygate.gateway.task.TaskStatus.PENDING, 1, false));
        assertThat(rig.number("SELECT COUNT(*) FROM async_task_view WHERE status = 'pending' AND payload = '{}'"))
                .isEqualTo(1);
    }
}
