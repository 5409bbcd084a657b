package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.MemoryRig;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.RowsAreSound;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.StoreRig;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;
import tallygate.gateway.task.WorkStore;

/**
 * The same random operations on the store in memory and on a real one give the same answers and the same rows: what the
 * simulation proves with the one holds for the other. Times are in steps of ten minutes, so that a slow machine changes nothing.
 */
class SameAnswersTest {
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final int OPERATIONS = 250;

    @ParameterizedTest
    @ValueSource(longs = {1, 20_261_130})
    void bothStoresAnswerAlike(long seed) {
        MemoryRig memory = new MemoryRig();
        try (RealRig real = new RealRig(TestDatabases.embedded())) {
            Pair pair = new Pair(memory, real, new SplittableRandom(seed), new ArrayList<>());
            for (int i = 0; i < OPERATIONS; i++) {
                pair.operate("seed=" + seed + " operation=" + i);
                if (i % 25 == 0) {
                    assertThat(state(real)).as("seed=%d operation=%d", seed, i).isEqualTo(state(memory));
                }
            }
            assertThat(state(real)).as("seed=%d", seed).isEqualTo(state(memory));
            assertThat(real.conflicts()).isEqualTo(memory.conflicts());
            RowsAreSound.check(real);
            RowsAreSound.check(memory);
        }
    }

    /** Everything but instants, which are the database's own. */
    private static List<String> state(StoreRig rig) {
        return rig.rows().stream().map(SameAnswersTest::line).toList();
    }

    private static String line(TaskRow row) {
        return String.join(
                " ",
                row.id().toString(),
                row.eventId(),
                row.status().toString(),
                "retries=" + row.retryCount(),
                "attempts=" + row.attempts(),
                "crashes=" + row.crashes(),
                "epoch=" + row.leaseEpoch(),
                "owner=" + row.leaseOwner(),
                row.waitReason().toString(),
                row.lastOutcome().toString(),
                row.lastError(),
                row.effectKey(),
                row.effectOf().toString());
    }

    private record Pair(MemoryRig memory, RealRig real, SplittableRandom dice, List<Lease> leases) {
        void operate(String as) {
            switch (dice.nextInt(10)) {
                case 0, 1, 2 -> insert(as);
                case 3 -> claim(as, WorkStore.Scan.DUE);
                case 4 -> claim(as, WorkStore.Scan.EXPIRED);
                case 5, 6 -> apply(as);
                case 7 -> renew(as);
                case 8 -> byHand(as);
                default -> pass();
            }
        }

        private void insert(String as) {
            TreeMap<DedupKey, NewTask> batch = new TreeMap<>();
            int rows = 1 + dice.nextInt(6);
            for (int i = 0; i < rows; i++) {
                NewTask task = sample().task();
                batch.put(task.key(), task);
            }
            long owner = owner();
            var tasks = List.copyOf(batch.values());
            assertThat(real.intake().insert(tasks, owner, STEP))
                    .as(as)
                    .isEqualTo(memory.intake().insert(tasks, owner, STEP));
            if (dice.nextInt(5) == 0) {
                assertThat(real.intake().insert(tasks, owner, STEP))
                        .as("%s again", as)
                        .isEqualTo(memory.intake().insert(tasks, owner, STEP));
            }
            for (NewTask task : tasks) {
                leases.add(new Lease(task.id(), 1));
            }
            if (dice.nextInt(6) == 0) {
                var ids = tasks.stream()
                        .filter(task -> task.start() instanceof NewTask.Start.Leased)
                        .map(NewTask::id)
                        .toList();
                if (!ids.isEmpty()) {
                    assertThat(real.intake().release(ids, owner))
                            .as(as)
                            .isEqualTo(memory.intake().release(ids, owner));
                }
            }
        }

        private Samples sample() {
            Samples sample = Samples.due(real.ids().next(), "evt_" + dice.nextInt(60))
                    .saying("content " + dice.nextInt(8) / 7)
                    .on(dice.nextBoolean() ? "orders" : "mails");
            if (dice.nextInt(3) == 0) {
                sample = sample.having("effect-" + dice.nextInt(20));
            }
            return switch (dice.nextInt(4)) {
                case 0 -> sample;
                case 1 -> sample.starting(new NewTask.Start.Held("held"));
                default -> sample.starting(new NewTask.Start.Leased());
            };
        }

        private long owner() {
            return dice.nextBoolean() ? StoreRig.ME : StoreRig.OTHER;
        }

        private void claim(String as, WorkStore.Scan scan) {
            Set<String> routes = dice.nextInt(3) == 0 ? Set.of("orders") : Set.of("orders", "mails");
            long owner = owner();
            var mine = memory.work().claim(scan, routes, 300, owner, STEP, true);
            var theirs = real.work().claim(scan, routes, 300, owner, STEP, true);
            assertThat(told(theirs)).as(as).isEqualTo(told(mine));
            mine.forEach(task -> leases.add(task.lease()));
        }

        private static Set<String> told(List<LeasedTask> tasks) {
            Set<String> told = new HashSet<>();
            for (LeasedTask task : tasks) {
                told.add(task.lease() + task.eventId() + task.route() + task.retryCount() + "/" + task.attempts() + "/"
                        + task.crashes() + task.effectKey());
            }
            return told;
        }

        private void apply(String as) {
            TreeMap<tallygate.gateway.task.TaskId, Move> moves = new TreeMap<>();
            for (int i = 0; i < 6 && !leases.isEmpty(); i++) {
                Lease lease = leases.get(dice.nextInt(leases.size()));
                moves.put(lease.id(), move(lease));
            }
            var batch = List.copyOf(moves.values());
            assertThat(real.work().apply(batch))
                    .as("%s %s", as, batch)
                    .isEqualTo(memory.work().apply(batch));
        }

        private Move move(Lease lease) {
            Duration delay = STEP.multipliedBy(1 + dice.nextInt(3));
            return switch (dice.nextInt(8)) {
                case 0 -> new Move.Fail(lease, LastOutcome.REFUSED, "no");
                case 1 -> new Move.Park(lease, delay, WaitReason.EARLY, "early");
                case 2 -> new Move.Park(lease, delay, WaitReason.BREAKER, "open");
                case 3 -> new Move.GiveBack(lease);
                case 4 -> new Move.Lost(lease, "lost");
                case 5 -> new Move.Retry(lease, delay, LastOutcome.UNKNOWN, "timeout");
                default -> new Move.Done(lease);
            };
        }

        private void renew(String as) {
            Set<Lease> some = new HashSet<>();
            for (int i = 0; i < 4 && !leases.isEmpty(); i++) {
                some.add(leases.get(dice.nextInt(leases.size())));
            }
            assertThat(real.work().renew(List.copyOf(some), STEP))
                    .as(as)
                    .isEqualTo(memory.work().renew(List.copyOf(some), STEP));
        }

        private void byHand(String as) {
            if (leases.isEmpty()) {
                return;
            }
            var id = leases.get(dice.nextInt(leases.size())).id();
            Actor ada = new Actor("ada", "cli");
            if (dice.nextBoolean()) {
                assertThat(real.admin().release(id, ada, "x").getClass())
                        .as(as)
                        .isEqualTo(memory.admin().release(id, ada, "x").getClass());
                return;
            }
            StateChange change = switch (dice.nextInt(3)) {
                case 0 -> new StateChange(id, TaskStatus.FAILED, TaskStatus.PENDING, ada, "x");
                case 1 -> new StateChange(id, TaskStatus.SUCCESS, TaskStatus.PENDING, ada, "x");
                default -> new StateChange(id, TaskStatus.FAILED, TaskStatus.COMPENSATED, ada, "x");
            };
            assertThat(real.admin().change(change).getClass())
                    .as(as)
                    .isEqualTo(memory.admin().change(change).getClass());
        }

        private void pass() {
            Duration time = STEP.multipliedBy(1 + dice.nextInt(3));
            memory.pass(time);
            real.pass(time);
        }
    }
}
