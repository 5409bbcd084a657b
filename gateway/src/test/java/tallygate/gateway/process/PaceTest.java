package tallygate.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tallygate.gateway.process.WorkConfig.Pace;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.WorkStore;

/** The pace of the scans is the configured one. */
class PaceTest {
    private static final Pace QUICK = new Pace(Duration.ofMillis(400), Duration.ofSeconds(3), Duration.ofSeconds(7), 1);

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> scans = new ArrayList<>();
    private final WorkerParts parts = WorkerParts.of(
            new Scanned(),
            new WorkConfig(1, Duration.ofSeconds(30), QUICK, List.of(WorkerRig.route("a", StubHandler.done()))),
            new VirtualThreads(),
            new Instruments(nanos::get, new Random(1), ProcessMetrics.in(new SimpleMeterRegistry())));

    /** Notes which scans were whole. */
    private final class Scanned implements WorkStore {
        private final InMemoryStore store = new InMemoryStore(Clock.systemUTC());

        @Override
        public List<LeasedTask> claim(
                Scan scan, Set<String> routes, int limit, long owner, Duration lease, boolean whole) {
            if (whole) {
                scans.add(scan + "@" + Duration.ofNanos(nanos.get()).toSeconds());
            }
            return store.claim(scan, routes, limit, owner, lease, whole);
        }

        @Override
        public Set<Lease> apply(List<Move> moves) {
            throw new AssertionError("nothing runs here");
        }

        @Override
        public Set<Lease> renew(List<Lease> leases, Duration lease) {
            throw new AssertionError("nothing runs here");
        }
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
}
