package tallygate.gateway.command;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/** The working half of a node on a backlog that is there: claim, a handler that does nothing, completion. */
final class BenchWork {
    private static final String ROUTE = "bench";

    private final WorkStore store;
    private final long owner;
    private final BenchCpu cpu;

    /** @param owner the incarnation of the node that works */
    BenchWork(WorkStore store, long owner, BenchCpu cpu) {
        this.store = store;
        this.owner = owner;
        this.cpu = cpu;
    }

    BenchRate measure(Duration warmup, Duration window) throws InterruptedException {
        var registry = new SimpleMeterRegistry();
        var instruments = new Instruments(System::nanoTime, new Random(), ProcessMetrics.in(registry));
        var route = new WorkRoute(ROUTE, new Nothing(), RetryPolicy.DEFAULT, WorkRoute.Limits.DEFAULT);
        Worker worker = Worker.of(store, new WorkConfig(owner, WorkConfig.LEASE_DEFAULT, List.of(route)), instruments);
        worker.start();
        try {
            TimeUnit.NANOSECONDS.sleep(warmup.toNanos());
            double before = done(registry);
            BenchCpu.Reading start = cpu.read();
            TimeUnit.NANOSECONDS.sleep(window.toNanos());
            BenchCpu.Use use = start.until(cpu.read());
            return BenchRate.of(Math.round(done(registry) - before), use);
        } finally {
            worker.drain(Duration.ofSeconds(10));
        }
    }

    /** Tasks whose success is committed. */
    private static double done(SimpleMeterRegistry registry) {
        return registry.get("tallygate.work").tag("outcome", "done").counter().count();
    }

    private static final class Nothing implements Handler {
        @Override
        public Outcome handle(Delivery delivery) {
            return new Outcome.Done("");
        }
    }
}
