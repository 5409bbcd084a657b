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

    private BenchAdvice() {}

    static List<String> of(
            BenchResult.Intake intake, BenchResult.Raw single, BenchResult.Lone lone, boolean databaseIsHere) {
        var advice = new ArrayList<String>();
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
        if (intake.writerRatio() < WRITER_RATIO_MIN) {
            advice.add(
                    ("the writer reaches %.2f of raw inserts: give the gateway a processor more, or database.writers:"
                                    + " 2")
                            .formatted(intake.writerRatio()));
        }
        if (databaseIsHere && intake.gatewayMicros() + intake.databaseMicros() > COST_MICROS_MAX) {
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
        advice.add(("this installation takes about %d callbacks a second; plan for half of it, so that a provider's"
                        + " repeats after an outage find room")
                .formatted(intake.perSecond()));
        return advice;
    }
}
