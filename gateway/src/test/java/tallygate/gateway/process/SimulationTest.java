package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The worker's production classes in histories that a seed decides, with faults of every kind. */
class SimulationTest {
    private static final long FIRST_SEED = Long.getLong("sim.first", 1);
    private static final int HISTORIES = Integer.getInteger("sim.histories", 20_000);

    private final SimWorld.SimShared shared = new SimWorld.SimShared(ProcessMetrics.in(new SimpleMeterRegistry()));

    @BeforeAll
    static void quiet() {
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger("tallygate.gateway.process"))
                .setLevel(ch.qos.logback.classic.Level.OFF);
    }

    private long history(long seed) {
        try {
            return new SimWorld(seed, shared).run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + " with " + SimPlan.draw(seed) + "\n" + e.getMessage()
                            + "\nreplay: mvn -pl gateway -am test -Dtest=SimulationTest#oneSeedIsReplayed"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dsim.seed=" + seed,
                    e);
        }
    }

    @Test
    void noHistoryBreaksAnInvariant() {
        long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        LongStream.range(FIRST_SEED, FIRST_SEED + HISTORIES).forEach(this::history);
        Duration cpu = Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began);
        long perMinute = HISTORIES * Duration.ofMinutes(1).toMillis() / cpu.toMillis();
        System.out.printf(
                "simulation: %d histories, %d a minute of CPU, met %s%n",
                HISTORIES, perMinute, shared.met()); // console
    }

    @Test
    void oneSeedIsReplayed() {
        history(Long.getLong("sim.seed", 1));
    }

    @Test
    void equalSeedsAreEqualHistories() {
        for (long seed = 1; seed <= 200; seed++) {
            assertThat(history(seed)).as("seed %d", seed).isEqualTo(history(seed));
        }
        assertThat(LongStream.rangeClosed(1, 200).map(this::history).distinct().count())
                .isEqualTo(200);
    }
}
