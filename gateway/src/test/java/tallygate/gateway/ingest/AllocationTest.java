package tallygate.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.RawRequest;

/**
 * The gate against the hot path getting heavier. It counts bytes, which no neighbour on the machine disturbs, where a time would
 * have to be forgiven half of itself. The bounds are what was measured without the optimising compiler and a tenth: whoever needs
 * more says why and raises them.
 */
class AllocationTest {
    private static final int CALLBACKS = 2_000;
    private static final long JUDGEMENT_BYTES_MAX = 17_100;
    private static final long ACCEPTED_BYTES_MAX = 17_800;
    private static final long SETTLED_BYTES_MAX = 970;
    private static final long DUPLICATE_BYTES_MAX = 17_700;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aJudgementAllocatesNoMoreThanItsBound() {
        BoundProvider provider = StripeSample.provider();
        judge(provider, StripeSample.requests(0, CALLBACKS));
        List<RawRequest> requests = StripeSample.requests(CALLBACKS, CALLBACKS);
        assertThat(bytesEach(() -> judge(provider, requests)))
                .as("bytes allocated to prove and read one callback")
                .isLessThan(JUDGEMENT_BYTES_MAX);
    }

    private static void judge(BoundProvider provider, List<RawRequest> requests) {
        for (RawRequest request : requests) {
            assertGenuine(provider.judge(request, Optional.of(StripeSample.AT)));
        }
    }

    private static void assertGenuine(Judgement judgement) {
        if (!(judgement instanceof Judgement.Genuine)) {
            throw new AssertionError("a callback that was signed right was refused");
        }
    }

    @Test
    void aCallbackOnItsWayThroughTheIntakeAllocatesNoMoreThanItsBounds() {
        CallbackIntake intake = intake();
        take(intake, StripeSample.requests(0, CALLBACKS));
        write(intake);
        List<RawRequest> requests = StripeSample.requests(CALLBACKS, CALLBACKS);
        assertThat(bytesEach(() -> take(intake, requests)))
                .as("bytes allocated from the request to the writer's queue")
                .isLessThan(ACCEPTED_BYTES_MAX);
        assertThat(bytesEach(() -> write(intake)))
                .as("bytes allocated by the writer, store apart")
                .isLessThan(SETTLED_BYTES_MAX);
        assertThat(bytesEach(() -> take(intake, requests)))
                .as("bytes allocated for a duplicate that is remembered")
                .isLessThan(DUPLICATE_BYTES_MAX);
    }

    private static CallbackIntake intake() {
        Clock clock = Clock.fixed(StripeSample.AT, ZoneOffset.UTC);
        Optional<NodeIdentity> identity = Optional.of(new NodeIdentity(new TaskIds(1, 0, clock), 7));
        return new CallbackIntake(
                new IntakeParts(
                        NoStore::new,
                        new Workers(Integer.MAX_VALUE),
                        new InMemoryStore(clock),
                        () -> identity,
                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                        clock,
                        () -> 0,
                        new SplittableRandom(1),
                        new LoggedAlerts()),
                IngestLimits.standard(),
                RefusalLimits.standard(),
                StripeSample.table());
    }

    private static void take(CallbackIntake intake, List<RawRequest> requests) {
        for (RawRequest request : requests) {
            intake.handle(request, reply -> {
                if (reply.status() != 200) {
                    throw new AssertionError("answered " + reply.status());
                }
            });
        }
    }

    private static void write(CallbackIntake intake) {
        WriterCore core = intake.cores().getFirst();
        while (core.step() == 0) {
            Thread.onSpinWait();
        }
    }

    private long bytesEach(Runnable all) {
        long before = threads.getCurrentThreadAllocatedBytes();
        all.run();
        return (threads.getCurrentThreadAllocatedBytes() - before) / CALLBACKS;
    }
}
