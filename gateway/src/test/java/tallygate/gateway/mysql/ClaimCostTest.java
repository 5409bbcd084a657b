package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.WorkStore;

/** What claims cost the server, by its own counters: they do not depend on who else uses the machine. */
class ClaimCostTest {
    private static final int LIMIT = 200;

    private final RealRig rig = new RealRig(TestDatabases.embedded());
    private final RowFactory factory = new RowFactory(rig);

    @AfterEach
    void close() {
        rig.close();
    }

    private List<LeasedTask> claim(WorkStore store, boolean whole) {
        return store.claim(WorkStore.Scan.DUE, Set.of("orders"), LIMIT, StoreRig.ME, StoreRig.LEASE, whole);
    }

    /** Since the server began; nobody else uses it. */
    private long counted(String... names) throws SQLException {
        String list = Set.of(names).stream().map(name -> "'" + name + "'").collect(Collectors.joining(","));
        try (Connection connection = rig.database().connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW GLOBAL STATUS WHERE Variable_name IN (" + list + ")")) {
            long sum = 0;
            while (rows.next()) {
                sum += rows.getLong(2);
            }
            return sum;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 100_000})
    void aClaimReadsOneIndexEntryForEachTaskHoweverManyHaveFinished(int finished) throws SQLException {
        int lane = factory.lane("orders");
        factory.fill(finished, 2, lane, Duration.ofDays(1), 0);
        factory.fill(5 * LIMIT, 0, lane, Duration.ofMinutes(1), 1_000);
        WorkStore store = rig.work();
        assertThat(claim(store, true)).hasSize(LIMIT);
        long before = counted("Handler_read_key", "Handler_read_next");
        for (int i = 0; i < 3; i++) {
            assertThat(claim(store, false)).hasSize(LIMIT);
        }
        long read = counted("Handler_read_key", "Handler_read_next") - before;
        int changed = 3 * LIMIT;
        assertThat((read - changed) / (double) changed)
                .as("index entries read for each claimed task, besides the row itself that is changed")
                .isLessThanOrEqualTo(1.1);
    }

    /** A list of one pair alone once made MariaDB look through the whole table for each task that ended by itself. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, LIMIT})
    void whatEndsOrGoesOnIsFoundByItsIdHoweverFewItAre(int tasks) throws SQLException {
        int lane = factory.lane("orders");
        factory.fill(20_000, 2, lane, Duration.ofDays(1), 0);
        factory.fill(tasks, 0, lane, Duration.ofMinutes(1), 1_000);
        WorkStore store = rig.work();
        List<Lease> leases = claim(store, true).stream().map(LeasedTask::lease).toList();
        assertThat(leases).hasSize(tasks);
        long before = countedReads();
        assertThat(store.renew(leases, StoreRig.LEASE)).as("lost").isEmpty();
        assertThat(store.apply(leases.stream().<Move>map(Move.Done::new).toList()))
                .as("lost")
                .isEmpty();
        assertThat(countedReads() - before)
                .as("rows and index entries read to renew and to complete")
                .isLessThanOrEqualTo(4L * Shapes.up(tasks) + 10);
    }

    private long countedReads() throws SQLException {
        return counted("Handler_read_key", "Handler_read_next", "Handler_read_first", "Innodb_rows_read");
    }

    /** {@code -Dpaused.rows=1000000} for a million. */
    @Test
    void aPausedLaneWithManyDueRowsCostsTheOthersNothing() throws SQLException {
        int open = factory.lane("orders");
        int paused = factory.lane("paused");
        factory.fill(4 * LIMIT, 0, open, Duration.ofMinutes(1), 1_000);
        WorkStore store = rig.work();
        long before = readsOfAClaim(store);
        factory.fill(Integer.getInteger("paused.rows", 100_000), 0, paused, Duration.ofHours(1), 1_000);
        long beside = readsOfAClaim(store);
        System.out.printf("claim of %d: %d reads, beside a paused lane %d%n", LIMIT, before, beside); // console
        assertThat(beside).isLessThanOrEqualTo(before + 4);
    }

    private long readsOfAClaim(WorkStore store) throws SQLException {
        long before = counted("Handler_read_key", "Handler_read_next");
        assertThat(claim(store, true))
                .hasSize(LIMIT)
                .allMatch(task -> task.route().equals("orders"));
        return counted("Handler_read_key", "Handler_read_next") - before;
    }

    @Test
    void aClaimOfABacklogIsThreeRoundTripsAndOneThatFindsNothingTwo() throws SQLException {
        int lane = factory.lane("orders");
        factory.fill(9 * LIMIT, 0, lane, Duration.ofMinutes(1), 1_000);
        WorkStore store = rig.work();
        claim(store, true);
        claim(store, false);
        long before = counted("Questions");
        for (int i = 0; i < 6; i++) {
            assertThat(claim(store, false)).hasSize(LIMIT);
        }
        assertThat(counted("Questions") - before - asked()).isEqualTo(6 * 3);
        while (!claim(store, false).isEmpty()) {
            // Until there is nothing left.
        }
        long idle = counted("Questions");
        for (int i = 0; i < 6; i++) {
            assertThat(claim(store, false)).isEmpty();
        }
        assertThat(counted("Questions") - idle - asked()).isEqualTo(6 * 2);
    }

    /** What asking for the counters itself adds to them. */
    private long asked() throws SQLException {
        long first = counted("Questions");
        return counted("Questions") - first;
    }

    /** Of the scan alone, rolled back: a commit waits for the disk, which others use too. */
    @Test
    void aSnapshotThatStaysOpenDoesNotSlowDownClaims() throws SQLException {
        int lane = factory.lane("orders");
        factory.fill(40_000, 0, lane, Duration.ofMinutes(10), 10_000);
        try (Connection report = rig.database().connect();
                Statement statement = report.createStatement();
                Connection connection = rig.database().connect();
                Session session = new Session(connection)) {
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
            statement.executeQuery("SELECT COUNT(*) FROM async_task").close();
            List<Long> first = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                first.add(scanNanos(session, lane, LowWater.WHOLE));
            }
            for (int i = 0; i < 150; i++) {
                assertThat(claim(rig.work(), false)).hasSize(LIMIT);
            }
            Instant mark = mark(session, lane);
            List<Long> with = new ArrayList<>();
            List<Long> without = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                with.add(scanNanos(session, lane, mark));
                without.add(scanNanos(session, lane, LowWater.WHOLE));
            }
            System.out.printf( // console
                    "claim with an open snapshot: first %d us, after 30,000 tasks %d us, without the mark %d us%n",
                    median(first), median(with), median(without));
            assertThat(median(with)).as("with the mark").isLessThan(median(without) / 2);
            assertThat(median(with)).as("as in the beginning").isLessThan(5 * median(first));
        }
    }

    /** Where a claim that looked first begins. */
    private static Instant mark(Session session, int lane) throws SQLException {
        var marks = new LowWater().of(WorkStore.Scan.DUE, 1, false);
        Params look = session.prepare(WorkSql.READY.atLeast(1)).add(0).add(lane).add(LowWater.WHOLE);
        try (var rows = look.query()) {
            Map<Integer, Instant> first = new HashMap<>();
            while (rows.next()) {
                first.put(rows.getInt(1), Params.instant(rows, 2));
            }
            marks.looked(List.of(new Lanes.Lane(lane, "orders")), first, first.getOrDefault(-1, Instant.MAX));
        }
        return marks.of(lane);
    }

    private static long scanNanos(Session session, int lane, Instant mark) throws SQLException {
        session.begin();
        long began = System.nanoTime();
        int found = 0;
        try (var rows = session.prepare(WorkSql.CLAIM)
                .add(0)
                .add(lane)
                .add(mark)
                .add(LIMIT)
                .query()) {
            while (rows.next()) {
                found++;
            }
        }
        long took = System.nanoTime() - began;
        session.rollback();
        assertThat(found).isEqualTo(LIMIT);
        return took;
    }

    private static long median(List<Long> nanos) {
        return nanos.stream().sorted().toList().get(nanos.size() / 2) / 1_000;
    }
}
