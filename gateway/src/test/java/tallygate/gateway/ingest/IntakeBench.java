package tallygate.gateway.ingest;

import com.sun.management.ThreadMXBean;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import tallygate.callback.Answer;
import tallygate.callback.PaymentEvent;
import tallygate.callback.provider.BoundProvider;
import tallygate.callback.provider.Judgement;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.TaskIds;
import tallygate.signature.RawRequest;

/**
 * What the intake itself costs a callback, without HTTP, signature and database: run by hand. CPU time and bytes allocated of
 * one thread, so that a busy machine disturbs it little.
 */
public final class IntakeBench {
    private static final int ROUNDS = 12;
    private static final int CALLS = 8_000;

    private static final class Always implements HandOver {
        @Override
        public boolean reserve(String route) {
            return true;
        }

        @Override
        public void release(String route) {}

        @Override
        public void give(List<LeasedTask> tasks, Duration heldFor) {}
    }

    /** A judgement that costs next to nothing: the id is read from the first bytes of the body. */
    private static final class Ready implements BoundProvider {
        private static final Answer SUCCESS = Answer.empty(200);

        @Override
        public Judgement judge(RawRequest request, Optional<Instant> at) {
            long number = ByteBuffer.wrap(request.body()).getLong();
            byte[] digest =
                    ByteBuffer.allocate(32).putLong(number).putLong(~number).array();
            PaymentEvent event = new PaymentEvent(
                    "evt_" + Long.toHexString(number),
                    "paid",
                    "payment",
                    "order-1",
                    "txn-1",
                    "10.99",
                    OptionalLong.of(1099),
                    "EUR",
                    "ok",
                    at,
                    Optional.of(new PaymentEvent.Effect("paid", Long.toHexString(number))),
                    digest,
                    request.body());
            return new Judgement.Genuine(List.of(event), "", "k1", SUCCESS);
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

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final CallbackIntake intake;
    private final BoundProvider provider = new Ready();
    private long number = 1L << 60;

    private IntakeBench() {
        Clock clock = Clock.systemUTC();
        var ids = new NodeIdentity(new TaskIds(1, 0, clock), 7);
        Optional<NodeIdentity> identity = Optional.of(ids);
        intake = new CallbackIntake(
                new IntakeParts(
                        NoStore::new,
                        new Always(),
                        new InMemoryStore(clock),
                        () -> identity,
                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                        clock,
                        System::nanoTime,
                        new SplittableRandom(1),
                        new LoggedAlerts()),
                IngestLimits.standard(),
                RefusalLimits.standard(),
                new EndpointTable(List.of(new Endpoint(
                        "shop",
                        "stripe-eu",
                        "stripe",
                        "orders",
                        provider,
                        Set.of("POST"),
                        List.of(),
                        IpAllowList.everyone(),
                        false))));
    }

    public static void main(String[] args) {
        new IntakeBench().run();
    }

    private void run() {
        List<RawRequest> requests = requests();
        measure("a judgement alone", requests, r -> provider.judge(r, Optional.empty()));
        for (int round = 0; round < ROUNDS; round++) {
            boolean isShown = round >= ROUNDS - 3;
            List<RawRequest> fresh = requests();
            once(isShown, "judgement, dedup, enqueue", fresh.size(), () -> fresh.forEach(this::handle));
            once(isShown, "writer: batch, settle, acknowledge", fresh.size(), this::work);
            once(isShown, "duplicate out of the cache", fresh.size(), () -> fresh.forEach(this::handle));
        }
    }

    private void measure(String what, List<RawRequest> requests, java.util.function.Consumer<RawRequest> call) {
        for (int round = 0; round < ROUNDS; round++) {
            once(round >= ROUNDS - 3, what, requests.size(), () -> requests.forEach(call));
        }
    }

    private void handle(RawRequest request) {
        intake.handle(request, _ -> {});
    }

    private void work() {
        WriterCore core = intake.cores().getFirst();
        while (core.step() == 0) {
            Thread.onSpinWait();
        }
    }

    private void once(boolean isShown, String what, int calls, Runnable all) {
        long cpu = threads.getCurrentThreadCpuTime();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        all.run();
        cpu = threads.getCurrentThreadCpuTime() - cpu;
        bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
        if (isShown) {
            System.out.printf("%-36s %6d ns %6d bytes%n", what, cpu / calls, bytes / calls); // console
        }
    }

    private List<RawRequest> requests() {
        List<RawRequest> all = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            byte[] body = new byte[1_024];
            ByteBuffer.wrap(body).putLong(number++);
            String target = "/callbacks/shop";
            all.add(new RawRequest("POST", "https", "pay.example", target, List.of(), body, "203.0.113.7"));
        }
        return all;
    }
}
