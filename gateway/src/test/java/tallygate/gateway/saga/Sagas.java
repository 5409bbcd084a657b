package tallygate.gateway.saga;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Definitions and sagas for tests. */
public final class Sagas {
    public static final Duration LEASE = Duration.ofSeconds(30);
    static final int CRASHES_MAX = 3;
    public static final long ME = 7_001;
    public static final long OTHER = 7_002;

    private Sagas() {}

    /** Four steps one after the other, as in an order: order, stock, coupon, payment. */
    public static Definition order() {
        return of(Definition.Lock.WAIT, "order", "stock", "coupon", "payment");
    }

    public static Definition of(Definition.Lock lock, String... names) {
        List<Step> steps = new ArrayList<>();
        for (String name : names) {
            steps.add(step(steps.size() + 1, name, steps.size() + 1, false));
        }
        return new Definition("order-create", 1, Duration.ofMinutes(10), lock, steps);
    }

    static Step step(int seq, String name, int stage, boolean isPivot) {
        return new Step(
                seq,
                name,
                stage,
                isPivot,
                new Step.Ways(name, "/do", isPivot ? Optional.empty() : Optional.of("/undo"), Optional.empty()),
                Step.Rules.STANDARD,
                Step.Mapping.WHOLE);
    }

    static Step asked(Step step) {
        Step.Ways ways = step.ways();
        return new Step(
                step.seq(),
                step.name(),
                step.stage(),
                step.isPivot(),
                new Step.Ways(
                        ways.participant(), ways.action(), ways.compensation(), Optional.of("/status/{requestId}")),
                step.rules(),
                step.mapping());
    }

    public static NewSaga saga(String identity, Definition definition, String bizId) {
        return new NewSaga(
                SagaId.derived(definition.name(), identity),
                new NewSaga.Kind(definition.name(), definition.version()),
                bizId,
                definition.lock(),
                "{\"event\":{},\"payload\":{\"amount\":100}}".getBytes(StandardCharsets.UTF_8),
                Optional.of(new NewSaga.Holder(ME, LEASE)));
    }

    /** A saga in memory as a node has just claimed it. */
    static Snapshot fresh(Definition definition) {
        return new Snapshot(
                new SagaLease(1, 1),
                new SagaId("sgtest"),
                definition.name(),
                definition.version(),
                "o-1",
                SagaStatus.CREATED,
                new byte[0],
                Duration.ZERO,
                0,
                0,
                Map.of());
    }
}
