package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The threads around the core. */
class LifecycleTest {
    @Test
    void rowsOfManyLoopsAreAllAnsweredOnce() throws InterruptedException {
        IntakeRig rig = new IntakeRig();
        rig.intake.start();
        List<Exchange> exchanges = Collections.synchronizedList(new ArrayList<>());
        List<Thread> loops = new ArrayList<>();
        for (int loop = 0; loop < 4; loop++) {
            int of = loop;
            loops.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 2_000; i++) {
                    exchanges.add(rig.post("evt_" + of + "_" + i % 1_500 + " 100"));
                }
            }));
        }
        for (Thread loop : loops) {
            loop.join();
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> exchanges.stream().allMatch(Exchange::isAnswered));
        assertThat(exchanges).allMatch(Exchange::isAcknowledged);
        assertThat(rig.rows()).hasSize(6_000);
        rig.intake.drain(Duration.ofSeconds(5));
    }

    @Test
    void whatComesAfterAStepIsNotMadeToWaitForWhatTheStepSaw() {
        IntakeRig rig = new IntakeRig();
        WriterCore core = rig.intake.cores().getFirst();
        assertThat(core.step()).isEqualTo(WriterCore.IDLE);
        Exchange exchange = rig.post("evt_1 100");
        assertThat(core.isHoldingBack()).isFalse();
        assertThat(core.waitsForArrivals()).isFalse();
        rig.work();
        assertThat(exchange.isAcknowledged()).isTrue();
    }

    /** A node on which one callback comes at a time: each meets the writer at another moment of its lying down. */
    @Test
    void aRowThatComesWhileTheWriterLiesDownIsNotSleptOver() throws InterruptedException {
        IntakeRig rig = new IntakeRig(IntakeRig.Setup.standard().around(_ -> new NoStore()));
        rig.intake.start();
        var answered = new AtomicInteger();
        for (int i = 0; i < 20_000; i++) {
            rig.intake.handle(
                    IntakeRig.request("POST", "/callbacks/shop", "evt_" + i + " 100"), _ -> answered.incrementAndGet());
            long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (answered.get() == i && System.nanoTime() < giveUp) {
                Thread.onSpinWait();
            }
            assertThat(answered.get()).as("row %d is slept over", i).isGreaterThan(i);
            // Not woken by a latch: that takes longer than the moments which are looked for.
            for (int spin = i % 199; spin > 0; spin--) {
                Thread.onSpinWait();
            }
        }
        rig.intake.drain(Duration.ofSeconds(5));
    }

    @Test
    void drainingCommitsWhatIsAcceptedAndSendsAwayWhatComesLater() throws InterruptedException {
        IntakeRig rig = new IntakeRig();
        List<Exchange> accepted = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            accepted.add(rig.post("evt_" + i + " 100"));
        }
        rig.intake.start();
        rig.intake.drain(Duration.ofSeconds(10));
        assertThat(accepted).allMatch(Exchange::isAcknowledged);
        Exchange later = rig.post("evt_later 100");
        assertThat(later.status()).isEqualTo(503);
        assertThat(rig.count("tallygate.callbacks.shed", "cause", "draining")).isEqualTo(1);
    }

    @Test
    void aSlowDefinitionIsJudgedAsideAndAFullQueueSendsAway() throws InterruptedException {
        IntakeRig rig = new IntakeRig();
        CountDownLatch go = new CountDownLatch(1);
        rig.intake.replace(new EndpointTable(List.of(slow(go))));
        rig.intake.start();
        IngestLimits limits = IngestLimits.standard();
        int most = limits.verifyQueue() + limits.verifyThreads();
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < most + 5; i++) {
            exchanges.add(rig.post("evt_" + i + " 100"));
        }
        assertThat(exchanges.subList(most, most + 5)).allMatch(e -> e.status() == 503);
        go.countDown();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> exchanges.subList(0, most).stream().allMatch(Exchange::isAcknowledged));
        assertThat(rig.count("tallygate.callbacks.shed", "cause", "verify-queue-full"))
                .isEqualTo(5);
        rig.intake.drain(Duration.ofSeconds(5));
    }

    @Test
    void whatWaitedTooLongForAVerificationThreadIsNotJudgedAnyMore() throws InterruptedException {
        IntakeRig rig = new IntakeRig();
        CountDownLatch go = new CountDownLatch(1);
        rig.intake.replace(new EndpointTable(List.of(slow(go))));
        rig.intake.start();
        List<Exchange> exchanges = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            exchanges.add(rig.post("evt_" + i + " 100"));
        }
        rig.clock.tick(Duration.ofSeconds(4));
        go.countDown();
        await().atMost(Duration.ofSeconds(20)).until(() -> exchanges.stream().allMatch(Exchange::isAnswered));
        assertThat(exchanges).allMatch(e -> e.status() == 503);
        assertThat(rig.rows()).isEmpty();
        rig.intake.drain(Duration.ofSeconds(5));
    }

    static Endpoint slow(CountDownLatch go) {
        return new Endpoint(
                "shop",
                "shop",
                "text",
                "orders",
                new WaitingProvider(go),
                Set.of("POST"),
                List.of(),
                IpAllowList.everyone(),
                false);
    }
}
