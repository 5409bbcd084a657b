package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.RetentionStore;
import tallygate.gateway.task.Samples;
import tallygate.gateway.task.StoreRig;

/** Payloads are emptied in paced chunks while callbacks arrive at a steady rate; {@code -Dretention.rate} rows a second. */
class RetentionUnderLoadTest {
    private static final int RATE = Integer.getInteger("retention.rate", 400);
    private static final int OLD = Integer.getInteger("retention.rows", 10_000);
    private static final int CHUNK = 500;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int BATCHES_PER_SECOND = 20;
    private static final Duration MOST = Duration.ofMinutes(1);

    private int inserted;

    @Test
    void intakeGoesOnWhilePayloadsAreEmptiedInChunks() throws Exception {
        try (RealRig rig = new RealRig(TestDatabases.embedded())) {
            var rows = new RowFactory(rig);
            int lane = rows.lane("orders");
            rows.fill(OLD, 2, lane, Duration.ofDays(100), 0);
            insert(rig, Duration.ofSeconds(1), new CountDownLatch(0));
            long alone = median(insert(rig, Duration.ofSeconds(3), new CountDownLatch(0)));
            var done = new CountDownLatch(1);
            var emptying = new Emptying(rig.stores().retention(), done);
            Thread retention = Thread.ofPlatform().name("retention").start(emptying);
            long beside = median(insert(rig, MOST, done));
            retention.join();
            System.out.printf( // console
                    "retention: %d rows/s, a batch took %d us alone and %d us beside; %d payloads in %d steps%n",
                    RATE, alone, beside, emptying.changed.get(), emptying.steps.get());
            assertThat(emptying.changed.get()).isEqualTo(OLD);
            assertThat(emptying.steps.get()).isGreaterThanOrEqualTo(OLD / CHUNK);
            assertThat(rig.number("SELECT COUNT(*) FROM async_task WHERE payload IS NULL"))
                    .isEqualTo(OLD);
            assertThat(rig.number("SELECT COUNT(*) FROM async_task WHERE status = 0 AND payload IS NOT NULL"))
                    .isEqualTo(inserted);
            assertThat(beside).as("a batch beside retention, in microseconds").isLessThan(Math.max(4 * alone, 50_000));
        }
    }

    private static final class Emptying implements Runnable {
        private final RetentionStore store;
        private final CountDownLatch done;
        private final AtomicInteger changed = new AtomicInteger();
        private final AtomicInteger steps = new AtomicInteger();

        Emptying(RetentionStore store, CountDownLatch done) {
            this.store = store;
            this.done = done;
        }

        @Override
        public void run() {
            try {
                await().atMost(MOST)
                        .pollDelay(Duration.ZERO)
                        .pollInterval(PAUSE.dividedBy(4))
                        .pollInSameThread()
                        .until(this::endsThePass);
            } finally {
                done.countDown();
            }
        }

        private boolean endsThePass() {
            return switch (store.step(RetentionStore.Pass.PAYLOADS, Duration.ofDays(90), CHUNK, PAUSE)) {
                case RetentionStore.Step.Done step -> {
                    assertThat(step.seen()).isLessThanOrEqualTo(CHUNK);
                    changed.addAndGet(step.changed());
                    steps.incrementAndGet();
                    yield false;
                }
                case RetentionStore.Step.NotNow _ -> false;
                case RetentionStore.Step.PassEnded _ -> true;
            };
        }
    }

    /** At a steady rate, until the time or the latch is over. @return nanoseconds of each batch, from when it was due */
    private List<Long> insert(RealRig rig, Duration most, CountDownLatch until) throws InterruptedException {
        List<Long> took = new ArrayList<>();
        boolean isTimed = until.getCount() == 0;
        long period = TimeUnit.SECONDS.toNanos(1) / BATCHES_PER_SECOND;
        var ticks = new Semaphore(0);
        try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
            long begun = System.nanoTime();
            var _ = clock.scheduleAtFixedRate(ticks::release, 0, period, TimeUnit.NANOSECONDS);
            for (int i = 0; i < most.toSeconds() * BATCHES_PER_SECOND && (isTimed || until.getCount() > 0); i++) {
                ticks.acquire();
                List<NewTask> batch = new ArrayList<>();
                for (int row = 0; row < RATE / BATCHES_PER_SECOND; row++) {
                    batch.add(Samples.due(rig.ids().next(), "evt_%09d".formatted(++inserted))
                            .task());
                }
                rig.intake().insert(batch, StoreRig.ME, StoreRig.LEASE);
                took.add(System.nanoTime() - begun - i * period);
            }
        }
        return took;
    }

    private static long median(List<Long> nanos) {
        return nanos.stream().sorted().toList().get(nanos.size() / 2) / 1_000;
    }
}
