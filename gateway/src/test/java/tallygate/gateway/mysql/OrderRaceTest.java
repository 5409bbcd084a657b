package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.Ordering;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.WorkStore;

/** Two nodes claim one ordered lane at the same time, with tries that fail; another goes on inserting. */
class OrderRaceTest {
    private static final Ordering ORDER = new Ordering(Duration.ofMillis(300), true);
    private static final int KEYS = 40;
    private static final int STEPS = 5;

    private final Map<String, AtomicInteger> doneByKey = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> runningByKey = new ConcurrentHashMap<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private final AtomicInteger done = new AtomicInteger();

    @Test
    void noTaskOvertakesAnOlderOneOfItsKeyOnTheServerThatComesWithIt() throws Exception {
        race(TestDatabases.embedded());
    }

    @Test
    void noTaskOvertakesAnOlderOneOfItsKeyOnDebiansServer() throws Exception {
        Optional<TestDatabases.TestDatabase> database = TestDatabases.debian();
        assumeTrue(database.isPresent(), "no MariaDB of Debian (/usr/sbin/mariadbd) is installed");
        race(database.get());
    }

    private void race(TestDatabases.TestDatabase database) throws Exception {
        try (RealRig rig = new RealRig(database);
                MySqlStores second = database.open();
                var threads = Executors.newFixedThreadPool(3)) {
            List<Future<Boolean>> all = new ArrayList<>();
            all.add(threads.submit(inserts(rig)));
            all.add(threads.submit(worker(rig.stores().work(), 1)));
            all.add(threads.submit(worker(second.work(), 2)));
            for (Future<Boolean> one : all) {
                assertThat(one.get()).isTrue();
            }
            assertThat(violations).isEmpty();
            assertThat(rig.number("SELECT COUNT(*) FROM async_task WHERE status = 2"))
                    .isEqualTo(KEYS * STEPS);
        }
    }

    /** Step by step for all keys, as a provider would: payment, then refund … */
    private static Callable<Boolean> inserts(RealRig rig) {
        return () -> {
            TaskIds ids = new TaskIds(3, 0, Clock.systemUTC());
            IntakeStore intake = rig.stores().intake("racer", ids::next);
            for (int step = 0; step < STEPS; step++) {
                List<NewTask> batch = new ArrayList<>();
                for (int key = 0; key < KEYS; key++) {
                    batch.add(Samples.due(ids.next(), "evt_%02d_%d".formatted(key, step))
                            .about("order-%02d".formatted(key))
                            .task());
                }
                intake.insert(batch, StoreRig.ME, StoreRig.LEASE);
            }
            return true;
        };
    }

    private Callable<Boolean> worker(WorkStore work, int owner) {
        return () -> {
            var dice = new SplittableRandom(owner);
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (done.get() < KEYS * STEPS && System.nanoTime() < end) {
                try {
                    for (LeasedTask task : work.claimInOrder("orders", ORDER, 7, owner, StoreRig.LEASE, true)) {
                        run(work, task, dice);
                    }
                } catch (StoreException e) {
                    assertThat(e.kind()).isEqualTo(StoreException.Kind.TRANSIENT);
                }
            }
            return true;
        };
    }

    private void run(WorkStore work, LeasedTask task, SplittableRandom dice) {
        String key = task.bizId();
        AtomicInteger running = runningByKey.computeIfAbsent(key, _ -> new AtomicInteger());
        AtomicInteger steps = doneByKey.computeIfAbsent(key, _ -> new AtomicInteger());
        int step = Integer.parseInt(task.eventId().substring(7));
        if (running.incrementAndGet() != 1 || step != steps.get()) {
            violations.add(task.eventId() + " began after " + steps + " steps, beside " + running);
        }
        boolean fails = dice.nextInt(3) == 0;
        if (!fails) {
            steps.incrementAndGet();
        }
        running.decrementAndGet();
        Move move = fails
                ? new Move.Retry(task.lease(), Duration.ofMillis(20), LastOutcome.UNKNOWN, "timeout")
                : new Move.Done(task.lease());
        boolean isWritten = false;
        while (!isWritten) {
            try {
                if (!work.apply(List.of(move)).isEmpty()) {
                    violations.add(task.eventId() + " lost its lease");
                }
                isWritten = true;
                if (!fails) {
                    done.incrementAndGet();
                    work.wakeNext("orders", key);
                }
            } catch (StoreException e) {
                assertThat(e.kind()).isEqualTo(StoreException.Kind.TRANSIENT);
            }
        }
    }
}
