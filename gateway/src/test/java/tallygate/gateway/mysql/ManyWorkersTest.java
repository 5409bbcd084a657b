package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.RowsAreSound;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.WorkStore;

/** Eight workers claim, end, put back and give back the tasks of one table at the same time. */
class ManyWorkersTest {
    private static final int WORKERS = 8;
    private static final int TASKS = 10_000;
    private static final long SEED = 20_261_130;

    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger rolledBack = new AtomicInteger();

    @Test
    @Tag("O-100")
    void everyTaskIsDoneOnceAndNoneIsLeftBehind() throws Exception {
        try (RealRig rig = new RealRig(TestDatabases.embedded());
                ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
            fill(rig);
            List<Future<?>> workers = new ArrayList<>();
            for (int number = 0; number < WORKERS; number++) {
                WorkStore store = rig.stores().work();
                SplittableRandom dice = new SplittableRandom(SEED + number);
                long owner = 100L + number;
                workers.add(threads.submit(() -> work(store, owner, dice)));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
            assertThat(done).as("seed=%d", SEED).hasValue(TASKS);
            assertThat(rig.number("SELECT COUNT(*) FROM async_task WHERE status = 2"))
                    .isEqualTo(TASKS);
            assertThat(rolledBack.get())
                    .as("claims and endings that the database rolled back")
                    .isLessThan(TASKS / 100);
            RowsAreSound.check(rig);
        }
    }

    private static void fill(RealRig rig) {
        List<NewTask> batch = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            batch.add(Samples.due(rig.ids().next(), "evt_" + (1_000_000 + i)).task());
            if (batch.size() == 250) {
                rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE);
                batch.clear();
            }
        }
    }

    private void work(WorkStore store, long owner, SplittableRandom dice) {
        while (done.get() < TASKS) {
            try {
                List<LeasedTask> tasks =
                        store.claim(WorkStore.Scan.DUE, Set.of("orders"), 100, owner, StoreRig.LEASE, true);
                if (!tasks.isEmpty()) {
                    end(store, tasks.stream().map(task -> move(task, dice)).toList());
                }
            } catch (StoreException e) {
                assertThat(e.kind()).isEqualTo(StoreException.Kind.TRANSIENT);
                rolledBack.incrementAndGet();
            }
        }
    }

    private static Move move(LeasedTask task, SplittableRandom dice) {
        return switch (dice.nextInt(6)) {
            case 0 -> new Move.GiveBack(task.lease());
            case 1 -> new Move.Retry(task.lease(), Duration.ofMillis(1), LastOutcome.REFUSED, "again");
            default -> new Move.Done(task.lease());
        };
    }

    /** Until it is written: a batch that was rolled back is written again whole. */
    private void end(WorkStore store, List<Move> moves) {
        while (true) {
            try {
                assertThat(store.apply(moves)).as("leases lost").isEmpty();
                done.addAndGet(
                        (int) moves.stream().filter(Move.Done.class::isInstance).count());
                return;
            } catch (StoreException e) {
                assertThat(e.kind()).isEqualTo(StoreException.Kind.TRANSIENT);
                rolledBack.incrementAndGet();
            }
        }
    }
}
