package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;

/** More callbacks than the database commits, for seconds on end, and for a moment. Times are those of the rig's clock. */
class OverloadTest {
    private static final Duration COMMIT = Duration.ofMillis(2);
    private static final Duration ROW = Duration.ofNanos(500_000);
    /** What the database below commits at best, in batches of 256. */
    private static final int CAPACITY_PER_SECOND = 1_960;

    private final TestClock clock = new TestClock();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final IntakeRig rig;
    private Duration between = Duration.ofNanos(1_000_000_000 / (3 * CAPACITY_PER_SECOND));
    private Duration pause = Duration.ZERO;
    private int sent;
    private int refused;
    private int acknowledged;
    private Duration longest = Duration.ZERO;

    private record Waiting(Exchange exchange, long since) {}

    OverloadTest() {
        var setup = new IntakeRig.Setup(clock, new InMemoryStore(clock), 1, SlowStore::new, IngestLimits.standard());
        rig = new IntakeRig(setup);
    }

    /** Callbacks arrive while it is busy. */
    private final class SlowStore extends PassingStore {
        SlowStore(IntakeStore behind) {
            super(behind);
        }

        @Override
        public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
            arriveFor(COMMIT.plus(ROW.multipliedBy(batch.size())).plus(pause));
            pause = Duration.ZERO;
            return super.insert(batch, owner, lease);
        }
    }

    @Test
    void aQueueThatStandsIsKeptShortAndNothingOfTheRateIsLost() {
        runFor(Duration.ofSeconds(3));
        startCounting();
        runFor(Duration.ofSeconds(5));
        assertThat(acknowledged).as("acknowledged in 5 s").isGreaterThan(5 * CAPACITY_PER_SECOND * 9 / 10);
        assertThat(refused).isGreaterThan(sent / 2);
        // Two batches, the one in hand and the one behind it, and the one that came just too late for both.
        assertThat(longest).isLessThan(Duration.ofMillis(400));
        assertThat(rig.meters.get("tallygate.intake.queue.bound").gauge().value())
                .isEqualTo(512);
    }

    @Test
    void aPauseOfTheDatabaseSendsNobodyAway() {
        between = Duration.ofNanos(1_000_000_000 / (CAPACITY_PER_SECOND / 4));
        runFor(Duration.ofSeconds(1));
        pause = Duration.ofMillis(1_400);
        runFor(Duration.ofSeconds(3));
        assertThat(refused).isZero();
        assertThat(longest).isGreaterThan(Duration.ofSeconds(1));
    }

    @Test
    void theWholeQueueIsThereAgainWhenTheRushIsOver() {
        runFor(Duration.ofSeconds(3));
        between = Duration.ofMillis(5);
        runFor(Duration.ofSeconds(1));
        assertThat(rig.meters.get("tallygate.intake.queue.bound").gauge().value())
                .isEqualTo(IngestLimits.standard().queueRows());
    }

    private void startCounting() {
        waiting.clear();
        sent = 0;
        refused = 0;
        acknowledged = 0;
        longest = Duration.ZERO;
    }

    private void runFor(Duration time) {
        long end = clock.getAsLong() + time.toNanos();
        while (clock.getAsLong() < end) {
            if (rig.step() > 0) {
                arriveFor(between);
            }
            settle();
        }
    }

    private void arriveFor(Duration time) {
        long end = clock.getAsLong() + time.toNanos();
        while (clock.getAsLong() < end) {
            clock.tick(between);
            sent++;
            Exchange exchange = rig.post("evt_" + clock.getAsLong() + " 100");
            if (exchange.isAnswered()) {
                refused++;
            } else {
                waiting.add(new Waiting(exchange, clock.getAsLong()));
            }
        }
    }

    private void settle() {
        waiting.removeIf(one -> {
            if (!one.exchange.isAnswered()) {
                return false;
            }
            if (one.exchange.isAcknowledged()) {
                acknowledged++;
                Duration took = Duration.ofNanos(clock.getAsLong() - one.since);
                longest = took.compareTo(longest) > 0 ? took : longest;
            } else {
                refused++;
            }
            return true;
        });
    }
}
