package tallygate.gateway.ingest;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskRow;
import tallygate.signature.RawRequest;

/** A whole intake on one thread: its writer is stepped, its clock is ticked, its store is in memory. */
final class IntakeRig {
    static final String ANYWHERE = "203.0.113.7";

    final TestClock clock;
    final InMemoryStore store;
    final Workers workers = new Workers(Integer.MAX_VALUE);
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final KeptAlerts alerts = new KeptAlerts();
    final CallbackIntake intake;
    Optional<NodeIdentity> identity;

    /** What a rig is made of. */
    record Setup(
            TestClock clock, InMemoryStore store, int node, UnaryOperator<IntakeStore> around, IngestLimits limits) {
        static Setup standard() {
            TestClock clock = new TestClock();
            return new Setup(clock, new InMemoryStore(clock), 1, UnaryOperator.identity(), IngestLimits.standard());
        }

        /** Another node on the same database. */
        Setup node(int number) {
            return new Setup(clock, store, number, around, limits);
        }

        Setup around(UnaryOperator<IntakeStore> wrap) {
            return new Setup(clock, store, node, wrap, limits);
        }

        Setup limits(IngestLimits others) {
            return new Setup(clock, store, node, around, others);
        }
    }

    IntakeRig() {
        this(Setup.standard());
    }

    IntakeRig(Setup setup) {
        clock = setup.clock;
        store = setup.store;
        identity = Optional.of(new NodeIdentity(new TaskIds(setup.node, 0, clock), 7_000 + setup.node));
        intake = new CallbackIntake(
                new IntakeParts(
                        () -> setup.around.apply(store),
                        workers,
                        store,
                        () -> identity,
                        meters,
                        clock,
                        clock,
                        new SplittableRandom(1),
                        alerts),
                setup.limits,
                RefusalLimits.standard(),
                new EndpointTable(List.of(endpoint("shop"))));
    }

    static Endpoint endpoint(String name) {
        return endpoint(name, name, "orders");
    }

    static Endpoint endpoint(String name, String account, String route) {
        return new Endpoint(
                name,
                account,
                "text",
                route,
                new TextProvider(false),
                Set.of("POST"),
                List.of(),
                IpAllowList.everyone(),
                false);
    }

    static RawRequest request(String method, String target, String body) {
        return new RawRequest(
                method, "https", "pay.example", target, List.of(), body.getBytes(StandardCharsets.UTF_8), ANYWHERE);
    }

    Exchange send(RawRequest request) {
        Exchange exchange = new Exchange();
        intake.handle(request, exchange);
        return exchange;
    }

    /** Accepted, and not committed before {@link #work()}. */
    Exchange post(String body) {
        return send(request("POST", "/callbacks/shop", body));
    }

    /** Sends and lets the writer finish. */
    Exchange deliver(String body) {
        Exchange exchange = post(body);
        work();
        return exchange;
    }

    /** Steps the writer until it has nothing to do; where it pauses, the clock moves on. */
    void work() {
        for (WriterCore core : intake.cores()) {
            while (true) {
                long wait = core.step();
                if (wait > 0 && core.waitsForArrivals()) {
                    break;
                }
                clock.tick(Duration.ofNanos(wait));
            }
        }
    }

    /** One step of the writer. */
    long step() {
        return intake.cores().getFirst().step();
    }

    List<TaskRow> rows() {
        return store.rows();
    }

    double count(String name, String... tags) {
        return meters.get(name).tags(tags).counter().count();
    }
}
