package tallygate.gateway.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import tallygate.callback.PaymentEvent;
import tallygate.gateway.task.DedupKey;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.RawRequest;

/** A node's writer and dedup cache without their thread, for a simulation that steps them. */
public final class SimIntake {
    private final Outside outside;
    private final Shared shared;
    private final IngestLimits limits;
    private final DedupCache cache;
    private final WriterCore core;

    /** What belongs to one incarnation of a node. */
    public record Outside(
            IntakeStore store,
            HandOver handOver,
            TaskIds ids,
            long owner,
            Duration lease,
            InstantSource clock,
            LongSupplier nanos,
            RandomGenerator dice) {}

    /** Meters, which are dear to build: one set for many nodes. */
    public static final class Shared {
        private final IngestMetrics metrics;
        private final EndpointWatches watches;
        private final Map<String, Desk> desks = new ConcurrentHashMap<>();

        public Shared(MeterRegistry registry) {
            metrics = IngestMetrics.in(registry);
            watches = new EndpointWatches(RefusalLimits.standard().alarm(), new KeptAlerts(), registry);
        }

        private Desk desk(String route) {
            return desks.computeIfAbsent(route, name -> Desk.of(endpoint(name), metrics, watches));
        }

        private static Endpoint endpoint(String route) {
            return new Endpoint(
                    "shop-" + route,
                    "shop",
                    "text",
                    route,
                    new TextProvider(false),
                    Set.of("POST"),
                    List.of(),
                    IpAllowList.everyone(),
                    false);
        }
    }

    /** @param isDigestCompared false: without the guard that a hit counts for equal content alone */
    public SimIntake(Outside outside, Shared shared, boolean isDigestCompared) {
        this.outside = outside;
        this.shared = shared;
        limits = limits(outside.lease());
        cache = isDigestCompared ? new DedupCache(1 << 20) : new BlindCache();
        NodeIdentity identity = new NodeIdentity(outside.ids(), outside.owner());
        core = new WriterCore(
                new WriterParts(
                        outside.store(),
                        outside.handOver(),
                        cache,
                        new StoreBreaker(limits.answerWithin()),
                        () -> Optional.of(identity),
                        shared.metrics,
                        outside.clock(),
                        outside.nanos(),
                        outside.dice(),
                        SimNode.uncounted(shared.metrics)),
                limits);
    }

    private static IngestLimits limits(Duration lease) {
        IngestLimits usual = IngestLimits.standard();
        return new IngestLimits(
                1,
                usual.batchRows(),
                usual.batchBytes(),
                usual.queueRows(),
                usual.queueBytes(),
                lease.dividedBy(2),
                lease,
                usual.cacheBytes(),
                usual.dedupMemory(),
                usual.verifyThreads(),
                usual.verifyQueue());
    }

    /** A cache that takes every known id for the same content. */
    private static final class BlindCache extends DedupCache {
        private final Map<DedupKey, Remembered> all = new ConcurrentHashMap<>();

        BlindCache() {
            super(0);
        }

        @Override
        Optional<Remembered> find(DedupKey key, byte[] digest) {
            return Optional.ofNullable(all.get(key));
        }

        @Override
        void remember(DedupKey key, byte[] digest, TaskId task, int era) {
            all.put(key, new Remembered(0, 0, task.value()));
        }
    }

    /** One genuine callback. The answer names the task that it was acknowledged with; empty: send it again. */
    public void deliver(String route, PaymentEvent event, RawRequest request, Consumer<Optional<TaskId>> answer) {
        DedupKey key = new DedupKey("shop", event.eventId());
        var known = cache.find(key, event.digest());
        if (known.isPresent()) {
            answer.accept(Optional.of(Receipt.of(known.get()).task()));
            return;
        }
        var submission = new Submission(1) {
            @Override
            void stored(List<Receipt> all) {
                answer.accept(Optional.of(all.getFirst().task()));
            }

            @Override
            void unavailable(Shed why) {
                answer.accept(Optional.empty());
            }
        };
        long now = outside.nanos().getAsLong();
        var pending = new Pending(
                shared.desk(route),
                key,
                Pending.Row.of(
                        event, request, "shop:" + event.effect().orElseThrow().key(), ""),
                new Pending.Claim(submission, 0),
                now + limits.answerWithin().toNanos());
        core.offer(pending, now).ifPresent(submission::notStored);
    }

    /** @return nanoseconds until the next step, 0 for at once, {@link Long#MAX_VALUE} for when something is delivered */
    public long step() {
        return core.step();
    }
}
