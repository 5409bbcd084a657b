package tallygate.gateway.command;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.http.HttpReply;
import tallygate.gateway.ingest.CallbackIntake;
import tallygate.gateway.ingest.Endpoint;
import tallygate.gateway.ingest.EndpointTable;
import tallygate.gateway.ingest.IngestLimits;
import tallygate.gateway.ingest.IntakeParts;
import tallygate.gateway.ingest.IpAllowList;
import tallygate.gateway.ingest.NodeIdentity;
import tallygate.gateway.ingest.RefusalLimits;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.RejectedStore;
import tallygate.signature.RawRequest;

/**
 * The intake behind the listener, fed from memory: everything from dedup to the committed row and its acknowledgement, with
 * callbacks that are judged already. The rows are those of {@code 1 KB} callbacks, inserted pending.
 */
final class BenchWriter {
    /**
     * What the writers did.
     *
     * @param batchRows rows of a commit, on average
     * @param busy callbacks that were told to come again: none in a run that counts
     */
    record Result(int connections, double batchRows, long busy, BenchRate rate) {}

    private final Supplier<IntakeStore> stores;
    private final RejectedStore rejected;
    private final NodeIdentity identity;
    private final BenchCpu cpu;
    private final After after;
    private final IngestLimits limits = IngestLimits.standard();

    /** @param stores makes a store for each writer */
    BenchWriter(
            Supplier<IntakeStore> stores, RejectedStore rejected, NodeIdentity identity, BenchCpu cpu, After after) {
        this.stores = stores;
        this.rejected = rejected;
        this.identity = identity;
        this.cpu = cpu;
        this.after = after;
    }

    /**
     * What becomes of rows that are stored.
     *
     * @param route whose tasks they are
     * @param done how many have come to their end, empty when they stay: then what is stored is counted
     * @param underWayMax callbacks that were taken in and are not done
     */
    record After(String route, HandOver handOver, Optional<LongSupplier> done, int underWayMax) {
        /** They stay as they were stored, a backlog for the part that measures work. */
        static After nothing() {
            return new After("bench", new NoHandOver(), Optional.empty(), Integer.MAX_VALUE);
        }
    }

    Result measure(Duration warmup, Duration window) throws InterruptedException {
        var registry = new SimpleMeterRegistry();
        var parts = new IntakeParts(
                stores,
                after.handOver(),
                rejected,
                () -> Optional.of(identity),
                registry,
                Clock.systemUTC(),
                System::nanoTime,
                new SplittableRandom(),
                new LoggedAlerts());
        var provider = new Prejudged(Instant.now());
        var intake = new CallbackIntake(parts, limits, RefusalLimits.standard(), table(provider, after.route()));
        intake.start();
        try {
            // One batch in hand, and the next always there when its commit returns; more would be overload.
            var feeder = new Feeder(intake, provider.request, limits.writers() * 2 * limits.batchRows(), after);
            feeder.feedFor(warmup);
            long busyBefore = feeder.busy.sum();
            long storedBefore = feeder.stored.sum();
            long rowsBefore = feeder.counted();
            double commitsBefore = commits(registry);
            BenchCpu.Reading before = cpu.read();
            feeder.feedFor(window);
            BenchCpu.Use use = before.until(cpu.read());
            long rows = feeder.counted() - rowsBefore;
            double batch = (feeder.stored.sum() - storedBefore) / Math.max(1, commits(registry) - commitsBefore);
            return new Result(
                    limits.writers(),
                    Math.round(batch * 10) / 10.0,
                    feeder.busy.sum() - busyBefore,
                    BenchRate.of(rows, use));
        } finally {
            intake.drain(Duration.ofSeconds(10));
        }
    }

    private static double commits(SimpleMeterRegistry registry) {
        return registry.get("tallygate.commit.batch.rows").summary().count();
    }

    private static EndpointTable table(BoundProvider provider, String route) {
        return new EndpointTable(List.of(new Endpoint(
                BenchGateway.ENDPOINT,
                "bench-writer",
                "stripe",
                route,
                provider,
                Set.of("POST"),
                List.of(),
                IpAllowList.everyone(),
                false)));
    }

    /** Keeps so many callbacks waiting as long as it feeds. */
    private static final class Feeder {
        private final CallbackIntake intake;
        private final RawRequest request;
        private final Semaphore room;
        private final LongAdder stored = new LongAdder();
        private final LongAdder busy = new LongAdder();
        private final After after;
        private long fed;
        private long ended;

        Feeder(CallbackIntake intake, RawRequest request, int waiting, After after) {
            this.intake = intake;
            this.request = request;
            this.room = new Semaphore(waiting);
            this.after = after;
        }

        long counted() {
            return after.done().map(LongSupplier::getAsLong).orElseGet(stored::sum);
        }

        void feedFor(Duration time) throws InterruptedException {
            long until = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < until) {
                if (isFull()) {
                    TimeUnit.MICROSECONDS.sleep(100);
                    continue;
                }
                room.acquire();
                fed++;
                intake.handle(request, this::answered);
            }
        }

        private boolean isFull() {
            if (after.done().isEmpty() || fed - busy.sum() - ended < after.underWayMax()) {
                return false;
            }
            ended = counted();
            return fed - busy.sum() - ended >= after.underWayMax();
        }

        private void answered(HttpReply reply) {
            (reply.status() == 200 ? stored : busy).increment();
            room.release();
        }
    }

    /** Says of every request that it is genuine and holds another event of the same size; called by one thread. */
    private static final class Prejudged implements BoundProvider {
        private final RawRequest request;
        private final PaymentEvent model;
        private final String idPrefix;
        private final Answer success;
        private long made;

        Prejudged(Instant now) {
            request = new BenchFeed("writer", now.getEpochSecond()).request(0);
            if (!(BenchVerify.provider().judge(request, Optional.of(now)) instanceof Judgement.Genuine genuine)) {
                throw new IllegalStateException("a callback that was signed right was refused");
            }
            model = genuine.events().getFirst();
            success = genuine.success();
            idPrefix = Long.toUnsignedString(now.toEpochMilli(), 36);
        }

        @Override
        public Judgement judge(RawRequest ignored, Optional<Instant> at) {
            // One to one, and spread over the whole range: providers' ids do not come in order.
            String name = idPrefix + Long.toUnsignedString(made++ * 0x9E3779B97F4A7C15L, 36);
            var event = new PaymentEvent(
                    "evt_" + name,
                    model.eventType(),
                    model.bizType(),
                    "o" + name,
                    "pi_" + name,
                    model.amount(),
                    model.amountMinor(),
                    model.currency(),
                    model.status(),
                    model.occurredAt(),
                    model.effect().map(effect -> new PaymentEvent.Effect(effect.kind(), "pi_" + name)),
                    model.digest(),
                    model.content());
            return new Judgement.Genuine(List.of(event), "", "bench", success);
        }

        @Override
        public Answer tryAgain() {
            return Answer.empty(503);
        }

        @Override
        public boolean isSlow() {
            return false;
        }
    }

    private static final class NoHandOver implements HandOver {
        @Override
        public boolean reserve(String route) {
            return false;
        }

        @Override
        public void release(String route) {
            throw new IllegalStateException("nothing was reserved for route " + route);
        }

        @Override
        public void give(List<LeasedTask> tasks, Duration heldFor) {
            throw new IllegalStateException("nothing was reserved, and " + tasks.size() + " tasks were handed over");
        }
    }
}
