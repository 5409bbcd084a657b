package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.WorkStore;

/**
 * The same work reads the same number of rows and index entries however many tasks have finished, by the server's own counters: they
 * do not depend on who else uses the machine. {@code -Dflat.small=100000 -Dflat.large=10000000} for ten million; what it prints then
 * is the server's processor time, which does.
 */
class FlatTest {
    private static final int BATCH = 200;
    private static final int ROUNDS = 5;
    private static final int FILL_MAX = 1_000_000;
    private static final Set<String> PAGES =
            Set.of("list by state", "list by arrival", "tasks of an order", "tasks of a transaction", "duplicates");

    private final RealRig rig = new RealRig(TestDatabases.embedded());
    private final RowFactory factory = new RowFactory(rig);
    private int next;

    @AfterEach
    void close() {
        rig.close();
    }

    private interface Step {
        void run() throws SQLException;
    }

    /** What so much work cost the server. */
    private record Cost(long reads, long micros) {}

    @Test
    void theSameWorkReadsTheSameHoweverManyTasksHaveFinished() throws SQLException {
        int small = Integer.getInteger("flat.small", 20_000);
        int large = Integer.getInteger("flat.large", 40_000);
        int lane = factory.lane("orders");
        finished(small, lane);
        Map<String, Cost> before = costs();
        finished(large - small, lane);
        Map<String, Cost> after = costs();
        before.forEach((what, cost) -> {
            Cost beside = after.getOrDefault(what, new Cost(Long.MAX_VALUE, 0));
            System.out.printf( // console
                    "%s beside %d and %d finished tasks: %d and %d reads, %d and %d us%n",
                    what, small, large, cost.reads(), beside.reads(), cost.micros(), beside.micros());
            assertThat(beside.reads())
                    .as("rows and index entries read for: %s", what)
                    .isLessThanOrEqualTo(cost.reads() + cost.reads() / 10 + 5);
        });
    }

    private void finished(int rows, int lane) {
        for (int left = rows; left > 0; left -= FILL_MAX) {
            factory.fill(Math.min(left, FILL_MAX), 2, lane, Duration.ofDays(1), 0);
        }
    }

    private Map<String, Cost> costs() throws SQLException {
        Map<String, Cost> costs = new LinkedHashMap<>();
        // Once for what is prepared and opened at the first time.
        insert(next);
        claimed();
        costs.put("insert", costOf(() -> insert(next)));
        int last = next - BATCH;
        costs.put("insert again", costOf(() -> insert(last)));
        next = last + BATCH;
        costs.put("claim and complete", costOf(this::claimed));
        try (Connection connection = rig.database().connect();
                Session session = new Session(connection)) {
            for (HotQuery page : HotQuery.all()) {
                if (PAGES.contains(page.name())) {
                    read(session, page);
                    costs.put(page.name(), costOf(() -> read(session, page)));
                }
            }
        }
        return costs;
    }

    private Cost costOf(Step step) throws SQLException {
        long micros = cpuMicros();
        long reads = ServerReads.of(rig.database());
        for (int round = 0; round < ROUNDS; round++) {
            step.run();
        }
        return new Cost((ServerReads.of(rig.database()) - reads) / ROUNDS, (cpuMicros() - micros) / ROUNDS);
    }

    private void insert(int from) {
        List<NewTask> batch = IntStream.range(from, from + BATCH)
                .mapToObj(i -> Samples.due(rig.ids().next(), "flat_%09d".formatted(i))
                        .on("orders")
                        .task())
                .toList();
        rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE);
        next = from + BATCH;
    }

    private void claimed() {
        List<LeasedTask> tasks =
                rig.work().claim(WorkStore.Scan.DUE, Set.of("orders"), BATCH, StoreRig.ME, StoreRig.LEASE, false);
        assertThat(tasks).hasSize(BATCH);
        assertThat(rig.work()
                        .apply(tasks.stream()
                                .<Move>map(task -> new Move.Done(task.lease()))
                                .toList()))
                .isEmpty();
    }

    private static void read(Session session, HotQuery page) throws SQLException {
        try (ResultSet rows = page.bound(session, page.sql()).query()) {
            while (rows.next()) {
                // All of them.
            }
        }
    }

    /** Of the server, all its threads; 0 where it cannot be told. */
    private long cpuMicros() throws SQLException {
        try (Connection connection = rig.database().connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@pid_file, @@datadir")) {
            row.next();
            String pid = Files.readString(Path.of(row.getString(2)).resolve(row.getString(1)))
                    .strip();
            String[] fields = Files.readString(Path.of("/proc", pid, "stat")).split(" ");
            return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * 10_000;
        } catch (IOException e) {
            return 0;
        }
    }
}
