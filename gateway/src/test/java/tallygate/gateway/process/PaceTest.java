package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tallygate.gateway.process.WorkConfig.Pace;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.WorkStore;

/** The pace of the scans is the configured one. */
class PaceTest {
    private static final Pace QUICK = new Pace(
            Duration.ofMillis(400), Duration.ofSeconds(3), Duration.ofSeconds(7), Duration.ofSeconds(5), 1, 1024);

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> scans = new ArrayList<>();
    /** By each question to the store. */
    private Duration took = Duration.ZERO;

    private final Instruments instruments =
            new Instruments(nanos::get, new Random(1), ProcessMetrics.in(new SimpleMeterRegistry()));
    private final WorkerParts parts = WorkerParts.of(
            noting(),
            new WorkConfig(1, Duration.ofSeconds(30), QUICK, List.of(WorkerRig.route("a", StubHandler.done()))),
            new VirtualThreads(instruments),
            instruments);

    /** A store in memory that notes which scans were whole. */
    private WorkStore noting() {
        InMemoryStore store = new InMemoryStore(Clock.systemUTC());
        return (WorkStore) Proxy.newProxyInstance(
                WorkStore.class.getClassLoader(), new Class<?>[] {WorkStore.class}, (_, method, arguments) -> {
                    nanos.addAndGet(took.toNanos());
                    if (method.getName().equals("claim") && arguments[5].equals(true)) {
                        scans.add(arguments[0] + "@"
                                + Duration.ofNanos(nanos.get()).toSeconds());
                    }
                    return method.invoke(store, arguments);
                });
    }

    @Test
    void wholeScansAreAsFarApartAsConfigured() {
        for (int second = 0; second < 10; second++) {
            parts.claimer().round();
            parts.patrol().round();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        assertThat(scans).containsExactlyInAnyOrder("DUE@0", "DUE@3", "DUE@6", "DUE@9", "EXPIRED@0", "EXPIRED@7");
    }

    @Test
    void thePatrolRestsAQuarterMoreOrLessThanConfigured() {
        for (int round = 0; round < 200; round++) {
            assertThat(parts.patrol().round().length()).isBetween(Duration.ofMillis(300), Duration.ofMillis(500));
        }
    }

    @Test
    void roundsThatFindNothingAreThreeMillisecondsApartForTenAndThenRarer() {
        assertThat(List.of(rest(), rest(), rest()))
                .allSatisfy(rest -> assertThat(rest).isBetween(micros(2_250), micros(3_750)));
        List<Duration> later = List.of(rest(), rest(), rest(), rest(), rest(), rest());
        assertThat(later).isSorted();
        assertThat(later.getFirst()).isBetween(micros(6_750), micros(11_250));
        assertThat(later.getLast()).isBetween(micros(150_000), micros(250_000));
    }

    @Test
    void whatTheStoreTookForARoundIsNotWaitedForAgain() {
        took = micros(2_000);
        assertThat(rest()).isBetween(micros(1_000), micros(1_750));
        took = micros(50_000);
        assertThat(rest()).isEqualTo(micros(1_000));
    }

    private Duration rest() {
        return parts.claimer().round().length();
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1_000);
    }
}
