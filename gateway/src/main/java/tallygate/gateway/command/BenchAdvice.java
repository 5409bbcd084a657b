package tallygate.gateway.command;

import java.util.ArrayList;
import java.util.List;

/** What an operator may do about the figures: decided from them alone. */
final class BenchAdvice {
    private static final double WRITER_RATIO_MIN = 0.7;
    private static final double COST_MICROS_MAX = 130;
    private static final double LONE_RATIO_MAX = 1.5;
    private static final long SLOW_COMMIT_MICROS = 5_000;
    private static final long FAST_COMMIT_MICROS = 150;
    private static final long PICKUP_MICROS_MAX = 10_000;
    private static final long PICKUP_LOADED_MICROS_MAX = 50_000;
    private static final long SECONDS_A_DAY = 86_400;

    private BenchAdvice() {}

    /** What is looked at. */
    record Seen(
            BenchResult.Intake intake,
            BenchResult.Raw single,
            BenchResult.Lone lone,
            List<BenchPickup.Result> pickup,
            BenchSettings settings,
            boolean databaseIsHere) {}

    static List<String> of(Seen seen) {
        var advice = new ArrayList<String>();
        disk(seen.single(), advice);
        server(seen, advice);
        intake(seen, advice);
        work(seen.pickup(), advice);
        advice.add(("this installation takes about %d callbacks a second; plan for half of it, so that a provider's"
                        + " repeats after an outage find room")
                .formatted(seen.intake().perSecond()));
        return advice;
    }

    private static void disk(BenchResult.Raw single, List<String> advice) {
        if (single.commitMicros() > SLOW_COMMIT_MICROS) {
            advice.add(
                    ("one durable commit takes %d µs: the disk's sync sets every acknowledgement's time; a disk with a"
                                    + " power-safe cache is the cure, never innodb_flush_log_at_trx_commit=2")
                            .formatted(single.commitMicros()));
        }
        if (single.commitMicros() > 0 && single.commitMicros() < FAST_COMMIT_MICROS) {
            advice.add(
                    ("one durable commit takes %d µs: that is too fast for a disk; check that the data is not on tmpfs"
                                    + " and that innodb_flush_log_at_trx_commit is 1")
                            .formatted(single.commitMicros()));
        }
    }

    /** Durability first: a server that does not sync is fast and loses acknowledged payments. */
    private static void server(Seen seen, List<String> advice) {
        BenchSettings settings = seen.settings();
        if (!settings.syncsEachCommit()) {
            advice.add(
                    "innodb_flush_log_at_trx_commit is not 1: a crash loses payments that were acknowledged; set it to"
                            + " 1, batched commits make it cost a fifth");
        }
        if (!settings.binlogIsSynced()) {
            advice.add(
                    "log_bin is on and sync_binlog is not 1: after a crash replicas and the server may differ; set it"
                            + " to 1");
        }
        long tasks = settings.tasksInPool();
        long daily = seen.intake().perSecond() / 2 * SECONDS_A_DAY;
        if (tasks > 0 && daily > 0 && tasks / daily < 1) {
            advice.add(
                    ("innodb_buffer_pool_size of %d MiB keeps the indexes of about %d million tasks (%d bytes each) in"
                        + " memory; beyond that inserts fall to less than half: give it more, or shorten retention")
                            .formatted(settings.bufferPoolBytes() >> 20, tasks / 1_000_000, settings.indexBytesEach()));
        }
    }

    private static void work(List<BenchPickup.Result> pickup, List<String> advice) {
        for (BenchPickup.Result result : pickup) {
            long limit = result.perSecond() <= 300 ? PICKUP_MICROS_MAX : PICKUP_LOADED_MICROS_MAX;
            if (result.p95Micros() > limit) {
                advice.add(
                        ("a due task waits %d ms for a worker at %d a second (95 of 100 wait less): more nodes do not"
                                        + " help, a processor more for the database does")
                                .formatted(result.p95Micros() / 1_000, result.perSecond()));
            }
        }
    }

    private static void intake(Seen seen, List<String> advice) {
        BenchResult.Intake intake = seen.intake();
        BenchResult.Lone lone = seen.lone();
        if (intake.writerRatio() < WRITER_RATIO_MIN) {
            advice.add(
                    ("the writer reaches %.2f of raw inserts: give the gateway a processor more, or database.writers:"
                                    + " 2")
                            .formatted(intake.writerRatio()));
        }
        if (seen.databaseIsHere() && intake.gatewayMicros() + intake.databaseMicros() > COST_MICROS_MAX) {
            advice.add(("a callback costs %.0f µs of gateway and database: look for other work on this machine, and at"
                            + " the buffer pool (innodb_buffer_pool_size above the size of the task table's indexes)")
                    .formatted(intake.gatewayMicros() + intake.databaseMicros()));
        }
        if (lone.ratio() > LONE_RATIO_MAX) {
            advice.add("a lone callback takes %.1f times one plain insert: look at the network to the database"
                    .formatted(lone.ratio()));
        }
        if (intake.batchRows() < 4 && intake.perSecond() > 1_000) {
            advice.add("commits hold %.1f rows on average: callbacks come one by one, and each pays its own sync"
                    .formatted(intake.batchRows()));
        }
    }
}
