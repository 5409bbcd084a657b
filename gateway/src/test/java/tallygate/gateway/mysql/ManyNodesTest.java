package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.WorkStore;

/**
 * What nodes cost each other when they work off one backlog, by the server's own counters. {@code -Dnodes.tasks=200000} for rates that
 * mean something.
 */
class ManyNodesTest {
    private static final int TASKS = Integer.getInteger("nodes.tasks", 8_000);
    private static final int LIMIT = 200;
    /** A claim steps over what the others hold: at most this for each task, besides the three of one node alone. */
    private static final int STEPPED_OVER_MAX = 3;

    private final RealRig rig = new RealRig(TestDatabases.embedded());
    private final RowFactory factory = new RowFactory(rig);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void fourNodesWorkOffABacklogWithoutDeadlocksOrDoingATaskTwiceOrReadingMuchMoreThanOne() throws Exception {
        int lane = factory.lane("orders");
        double one = readsOfATask(1, lane);
        readsOfATask(2, lane);
        assertThat(readsOfATask(4, lane)).isLessThanOrEqualTo(one + STEPPED_OVER_MAX);
    }

    private double readsOfATask(int nodes, int lane) throws Exception {
        factory.fill(TASKS, 0, lane, Duration.ofMinutes(10), 1_000);
        Set<Long> done = ConcurrentHashMap.newKeySet();
        var twice = new AtomicInteger();
        long reads = counted("'HANDLER_READ_KEY', 'HANDLER_READ_NEXT', 'HANDLER_READ_RND'");
        long deadlocks = counted("'INNODB_DEADLOCKS'");
        long waits = counted("'INNODB_ROW_LOCK_WAITS'");
        long began = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(nodes)) {
            List<Future<?>> working = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                WorkStore store = rig.stores().work();
                working.add(threads.submit(() -> workOff(store, done, twice)));
            }
            for (Future<?> node : working) {
                node.get();
            }
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        long deadlocked = counted("'INNODB_DEADLOCKS'") - deadlocks;
        double each = (counted("'HANDLER_READ_KEY', 'HANDLER_READ_NEXT', 'HANDLER_READ_RND'") - reads) / (double) TASKS;
        System.out.printf( // console
                "%d nodes: %.2f reads a task, %.0f tasks a second, %d lock waits, %d deadlocks%n",
                nodes, each, TASKS / seconds, counted("'INNODB_ROW_LOCK_WAITS'") - waits, deadlocked);
        assertThat(deadlocked).as("deadlocks of %s nodes", nodes).isZero();
        assertThat(twice).as("tasks done twice by %s nodes", nodes).hasValue(0);
        assertThat(done).hasSize(TASKS);
        return each;
    }

    private static void workOff(WorkStore store, Set<Long> done, AtomicInteger twice) {
        boolean isWhole = true;
        while (true) {
            boolean whole = isWhole;
            List<LeasedTask> tasks = insisting(
                    () -> store.claim(WorkStore.Scan.DUE, Set.of("orders"), LIMIT, StoreRig.ME, StoreRig.LEASE, whole));
            if (tasks.isEmpty() && isWhole) {
                return;
            }
            // What is left behind the low-water mark shows in a whole scan, as a node makes one every ten seconds.
            isWhole = tasks.isEmpty();
            List<Move> moves = tasks.stream()
                    .<Move>map(task -> new Move.Done(task.lease()))
                    .toList();
            assertThat(insisting(() -> store.apply(moves))).isEmpty();
            for (LeasedTask task : tasks) {
                if (!done.add(task.lease().id().value())) {
                    twice.incrementAndGet();
                }
            }
        }
    }

    /** A wait for a lock of more than a second, on a machine with other work, is told to come again. */
    private static <T> T insisting(Supplier<T> statement) {
        while (true) {
            try {
                return statement.get();
            } catch (StoreException e) {
                assertThat(e.kind()).isEqualTo(StoreException.Kind.TRANSIENT);
            }
        }
    }

    private long counted(String names) {
        return rig.number("SELECT SUM(VARIABLE_VALUE) FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME IN ("
                + names + ")");
    }
}
