package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.RowsAreSound;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;

/** Four writers of two nodes insert events of which nearly a third is in flight elsewhere at the same time. */
class TwoWritersTest {
    private static final int BATCHES = 60;
    private static final int ROWS = 64;
    private static final long SEED = 20_261_130;

    private record Told(List<Insertion> answers, int deadlocks) {}

    @Test
    @Tag("O-099")
    void whatIsReportedNewIsExactlyWhatIsStoredAndNoDeadlockSurfaces() throws Exception {
        try (RealRig rig = new RealRig(TestDatabases.embedded());
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Told>> writers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                writers.add(threads.submit(writer(rig, w)));
            }
            long fresh = 0;
            long duplicates = 0;
            int deadlocks = 0;
            List<TaskId> ids = new ArrayList<>();
            for (Future<Told> writer : writers) {
                deadlocks += writer.get().deadlocks();
                for (Insertion answer : writer.get().answers()) {
                    if (answer instanceof Insertion.Fresh) {
                        fresh++;
                        ids.add(answer.task());
                    } else {
                        assertThat(answer).isInstanceOf(Insertion.Duplicate.class);
                        duplicates++;
                    }
                }
            }
            assertThat(deadlocks).as("seed=%d", SEED).isZero();
            assertThat(rig.number("SELECT COUNT(*) FROM async_task")).isEqualTo(fresh);
            assertThat(ids).doesNotHaveDuplicates();
            assertThat(duplicates * 100 / (fresh + duplicates))
                    .as("share of duplicates")
                    .isBetween(20L, 45L);
            assertThat(rig.number("SELECT COUNT(*) FROM async_task WHERE status <> 0"))
                    .isZero();
            RowsAreSound.check(rig);
        }
    }

    private static Callable<Told> writer(RealRig rig, int number) {
        return () -> {
            TaskIds ids = new TaskIds(10 + number, 0, Clock.systemUTC());
            IntakeStore intake = rig.stores().intake("writer-" + number, ids::next);
            SplittableRandom dice = new SplittableRandom(SEED + number);
            List<Insertion> answers = new ArrayList<>();
            int deadlocks = 0;
            for (int b = 0; b < BATCHES; b++) {
                // All writers draw from the same window of events, which moves on: copies meet while they are in
                // flight.
                Map<DedupKey, NewTask> batch = new TreeMap<>(Comparator.naturalOrder());
                while (batch.size() < ROWS) {
                    NewTask task = Samples.due(ids.next(), "evt_" + (b * 320 + dice.nextInt(400)))
                            .task();
                    batch.putIfAbsent(task.key(), task);
                }
                try {
                    answers.addAll(intake.insert(List.copyOf(batch.values()), StoreRig.ME, StoreRig.LEASE));
                } catch (StoreException e) {
                    assertThat(e.kind()).isEqualTo(StoreException.Kind.TRANSIENT);
                    deadlocks++;
                }
            }
            return new Told(answers, deadlocks);
        };
    }
}
