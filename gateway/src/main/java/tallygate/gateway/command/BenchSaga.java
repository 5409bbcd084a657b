package tallygate.gateway.command;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import tallygate.callback.saga.HttpParticipant;
import tallygate.callback.saga.Participant;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.mysql.MySqlStores;
import tallygate.gateway.saga.Definition;
import tallygate.gateway.saga.MeasuredTimeouts;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.SagaCatalog;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaMetrics;
import tallygate.gateway.saga.SagaParts;
import tallygate.gateway.saga.SagaWorker;
import tallygate.gateway.saga.Step;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.trace.Spans;

/** Sagas of four steps at local HTTP services that do nothing. */
final class BenchSaga {
    private static final int STEPS = 4;
    private static final int WARM_SAGAS = 2_000;
    private static final int WARM_UP_SECONDS_MAX = 20;
    private static final String TYPE = "bench";
    private static final NewSaga.Kind KIND = new NewSaga.Kind(TYPE, 1);

    private final MySqlStores stores;
    private final long owner;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    BenchSaga(MySqlStores stores, long owner) {
        this.stores = stores;
        this.owner = owner;
    }

    /**
     * @param plainPerSecond the same writes by a plain loop, over as many connections as there were sagas in hand
     * @param ratio sagas ÷ plain
     * @param guardMicros what the participant's guard adds to its transaction, in microseconds of time
     */
    record Result(long perSecond, long plainPerSecond, double ratio, double guardMicros, int inHand) {}

    /** @return completed sagas a second */
    double measure(int inHand, Duration warmup, Duration window) throws InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HttpServer nothing = nothing(threads);
        // The room of a saga that has ended is free a moment later.
        SagaWorker worker = worker(2 * inHand, nothing.getAddress().getPort());
        worker.start();
        try {
            var sagas = new Feed(worker, this::completed, inHand);
            sagas.run(warmup);
            // The engine's code is larger than a loop's: it is measured once it has run for a while.
            for (int more = 0; more < WARM_UP_SECONDS_MAX && completed() < WARM_SAGAS; more++) {
                sagas.run(Duration.ofSeconds(1));
            }
            double before = completed();
            long began = System.nanoTime();
            sagas.run(window);
            return (completed() - before) / ((System.nanoTime() - began) / 1e9);
        } finally {
            worker.drain(Duration.ofSeconds(5));
            nothing.stop(0);
            threads.shutdownNow();
        }
    }

    /**
     * Keeps so many sagas under way. It counts those that it began itself: a worker's own count grows only when a saga is
     * there, and whoever goes by it begins many more than are carried on.
     */
    private static final class Feed {
        private final SagaWorker worker;
        private final DoubleSupplier completed;
        private final int inHand;
        private final LongAdder begun = new LongAdder();

        Feed(SagaWorker worker, DoubleSupplier completed, int inHand) {
            this.worker = worker;
            this.completed = completed;
            this.inHand = inHand;
        }

        void run(Duration time) throws InterruptedException {
            long end = System.nanoTime() + time.toNanos();
            try (ExecutorService beginning = Executors.newVirtualThreadPerTaskExecutor()) {
                while (System.nanoTime() - end < 0) {
                    if (begun.sum() - completed.getAsDouble() < inHand) {
                        begun.increment();
                        beginning.execute(this::begin);
                    } else {
                        TimeUnit.MICROSECONDS.sleep(200);
                    }
                }
            }
        }

        private void begin() {
            try {
                worker.begin(
                        saga("b" + owner() + "-" + System.nanoTime() + "-"
                                + Thread.currentThread().threadId()),
                        Optional.empty());
            } catch (StoreException e) {
                begun.decrement();
                throw e;
            }
        }

        private long owner() {
            return ProcessHandle.current().pid();
        }

        private static NewSaga saga(String key) {
            return new NewSaga(
                    SagaId.derived(TYPE, key),
                    KIND,
                    key,
                    Definition.Lock.NONE,
                    "{\"event\":{},\"payload\":{}}".getBytes(StandardCharsets.UTF_8),
                    Optional.empty());
        }
    }

    private double completed() {
        return meters.counter("tallygate.saga.reached", "saga", TYPE, "status", "completed")
                .count();
    }

    private static HttpServer nothing(ExecutorService threads) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                try (exchange) {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(204, -1);
                }
            });
            server.start();
            return server;
        } catch (IOException e) {
            throw new BenchException("the services of the sagas could not be started: " + e, e);
        }
    }

    private SagaWorker worker(int room, int port) {
        var parts = new SagaParts(
                stores.sagas(),
                new LoggedAlerts(),
                new SagaMetrics(meters),
                System::nanoTime,
                owner,
                Duration.ofSeconds(30),
                3,
                room,
                Spans.NONE);
        List<Step> steps = new ArrayList<>();
        Map<String, Participant> participants = new HashMap<>();
        for (int seq = 1; seq <= STEPS; seq++) {
            String name = "s" + seq;
            steps.add(new Step(
                    seq,
                    name,
                    seq,
                    false,
                    new Step.Ways(name, "/do", Optional.of("/undo"), Optional.empty()),
                    Step.Rules.STANDARD,
                    Step.Mapping.WHOLE));
            participants.put(
                    name,
                    new HttpParticipant(
                            URI.create("http://127.0.0.1:" + port + "/" + name),
                            List.of(),
                            Duration.ofSeconds(2),
                            Clock.systemUTC(),
                            System::nanoTime));
        }
        Definition definition = new Definition(TYPE, 1, Duration.ofMinutes(10), Definition.Lock.NONE, steps);
        stores.definitions().keep(definition);
        return new SagaWorker(
                parts,
                new SagaCatalog(Map.of(KIND, definition), participants),
                new MeasuredTimeouts(stores.timeoutChanges(), new LoggedAlerts()));
    }
}
