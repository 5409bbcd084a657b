package tallygate.gateway.command;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongSupplier;
import tallygate.callback.Delivery;
import tallygate.callback.Outcome;
import tallygate.callback.handler.Handler;
import tallygate.gateway.process.Instruments;
import tallygate.gateway.process.ProcessMetrics;
import tallygate.gateway.process.RetryPolicy;
import tallygate.gateway.process.WorkConfig;
import tallygate.gateway.process.WorkRoute;
import tallygate.gateway.process.Worker;
import tallygate.gateway.task.WorkStore;

/**
 * The whole life of tasks in one node: callbacks fed from memory are stored, given to a handler that does nothing, and completed;
 * handed over with their lease, or found by claims.
 */
final class BenchLife {
    private static final String ROUTE = "bench-life";
    /** All of them find room to be handed over. */
    private static final int UNDER_WAY_MAX = 512;

    private static final WorkRoute.Limits LIMITS = new WorkRoute.Limits(64, 960, Duration.ofMinutes(1));

    private final WorkStore store;
    private final long owner;
    private final Function<BenchWriter.After, BenchWriter> writers;

    /**
     * Costs are for each task that is done, and hold all of its life.
     *
     * @param ratio handed over ÷ claimed, tasks a second
     */
    record Result(BenchRate handedOver, BenchRate claimed, double ratio) {}

    /** @param owner the incarnation of the node that works */
    BenchLife(WorkStore store, long owner, Function<BenchWriter.After, BenchWriter> writers) {
        this.store = store;
        this.owner = owner;
        this.writers = writers;
    }

    Result measure(Duration warmup, Duration window) throws InterruptedException {
        BenchRate claimed = measure(false, warmup, window);
        BenchRate handedOver = measure(true, warmup, window);
        double ratio =
                claimed.perSecond() == 0 ? 0 : Math.round(100.0 * handedOver.perSecond() / claimed.perSecond()) / 100.0;
        return new Result(handedOver, claimed, ratio);
    }

    private BenchRate measure(boolean isHandedOver, Duration warmup, Duration window) throws InterruptedException {
        var registry = new SimpleMeterRegistry();
        var instruments = new Instruments(System::nanoTime, new Random(), ProcessMetrics.in(registry));
        var route = new WorkRoute(ROUTE, new Nothing(), RetryPolicy.DEFAULT, LIMITS);
        Worker worker = Worker.of(store, new WorkConfig(owner, WorkConfig.LEASE_DEFAULT, List.of(route)), instruments);
        worker.start();
        try {
            LongSupplier done = () -> done(registry);
            var handOver = isHandedOver
                    ? worker.handOver()
                    : BenchWriter.After.nothing().handOver();
            var after = new BenchWriter.After(ROUTE, handOver, Optional.of(done), UNDER_WAY_MAX);
            return writers.apply(after).measure(warmup, window).rate();
        } finally {
            worker.drain(Duration.ofSeconds(10));
        }
    }

    /** Tasks whose success is committed. */
    private static long done(SimpleMeterRegistry registry) {
        Counter counter = registry.find("tallygate.work").tag("outcome", "done").counter();
        return counter == null ? 0 : Math.round(counter.count());
    }

    private static final class Nothing implements Handler {
        @Override
        public Outcome handle(Delivery delivery) {
            return new Outcome.Done("");
        }
    }
}
