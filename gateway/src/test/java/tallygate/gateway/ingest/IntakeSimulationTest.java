package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.InMemoryStore;

/** The intake's production classes in histories that a seed decides, with faults of every kind. */
class IntakeSimulationTest {
    private static final long FIRST_SEED = Long.getLong("sim.first", 1);
    private static final int HISTORIES = Integer.getInteger("sim.histories", 20_000);
    private static final int BATCH = 2_500;
    private static final int HISTORIES_TO_NOTICE = 5_000;
    private static final List<String> NOT_REACHED_IS_NOT_TESTED = List.of(
            "tallygate.events.stored",
            "tallygate.dedup.cache.hits",
            "tallygate.dedup.database.duplicates",
            "tallygate.dedup.batch.duplicates",
            "tallygate.conflicts",
            "tallygate.effect.clashes",
            "tallygate.quarantined",
            "tallygate.commit.unknown",
            "tallygate.commit.retries",
            "tallygate.late.released",
            "tallygate.callbacks.shed database",
            "tallygate.callbacks.shed stalled",
            "tallygate.callbacks.shed deadline",
            "tallygate.callbacks.shed unknown-commit");

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("tallygate.gateway.ingest");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final SimNode.SimShared shared = shared(meters);

    private static SimNode.SimShared shared(SimpleMeterRegistry meters) {
        IngestMetrics metrics = IngestMetrics.in(meters);
        return new SimNode.SimShared(
                metrics,
                Desk.of(
                        IntakeRig.endpoint("shop"),
                        metrics,
                        new EndpointWatches(RefusalLimits.standard().alarm(), new KeptAlerts(), meters)),
                new InMemoryStore(new TestClock()));
    }

    @BeforeAll
    static void quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void loudAgain() {
        LOG.setLevel(null);
    }

    private long history(long seed, Optional<SimGuard> without) {
        try {
            return new SimWorld(seed, shared, without).run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + " with " + SimPlan.draw(seed) + "\n" + e.getMessage()
                            + "\nreplay: mvn -pl gateway -am test -Dtest=IntakeSimulationTest#oneSeedIsReplayed"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed=" + seed,
                    e);
        }
    }

    @Test
    void noHistoryBreaksAnInvariant() {
        long best = 0;
        for (int done = 0; done < HISTORIES; done += BATCH) {
            best = Math.max(best, perMinuteOfCpu(FIRST_SEED + done));
        }
        System.out.printf("intake simulation: %d histories, %d a minute of CPU%n", HISTORIES, best); // console
        // Histories know nothing of each other: each processor runs its own.
        assertThat(best * Runtime.getRuntime().availableProcessors())
                .as("histories a minute on all processors of this machine")
                .isGreaterThan(100_000);
        assertThat(NOT_REACHED_IS_NOT_TESTED)
                .allSatisfy(what -> assertThat(total(what)).as(what).isPositive());
    }

    /** Of one batch; the best batch counts, since others may use the machine meanwhile. */
    private long perMinuteOfCpu(long firstSeed) {
        long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        LongStream.range(firstSeed, firstSeed + BATCH).forEach(seed -> history(seed, Optional.empty()));
        long cpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began;
        return BATCH * Duration.ofMinutes(1).toNanos() / Math.max(1, cpuNanos);
    }

    /** @param what a counter's name, and after a blank the value of its label */
    private double total(String what) {
        String[] words = what.split(" ", -1);
        return meters.get(words[0]).counters().stream()
                .filter(c -> words.length == 1
                        || c.getId().getTags().stream()
                                .anyMatch(t -> t.getValue().equals(words[1])))
                .mapToDouble(Counter::count)
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void aHistoryBreaksWhenAGuardIsTakenOut(SimGuard guard) {
        long broken = LongStream.rangeClosed(1, HISTORIES_TO_NOTICE)
                .filter(seed -> breaks(seed, guard))
                .findFirst()
                .orElse(0);
        assertThat(broken).as("first seed that notices").isPositive();
        history(broken, Optional.empty());
    }

    private boolean breaks(long seed, SimGuard guard) {
        try {
            new SimWorld(seed, shared, Optional.of(guard)).run();
            return false;
        } catch (AssertionError e) {
            return true;
        }
    }

    @Test
    void oneSeedIsReplayed() {
        history(Long.getLong("sim.seed", 1), Optional.empty());
    }

    @Test
    void equalSeedsAreEqualHistories() {
        for (long seed = 1; seed <= 100; seed++) {
            assertThat(history(seed, Optional.empty())).as("seed %d", seed).isEqualTo(history(seed, Optional.empty()));
        }
    }
}
