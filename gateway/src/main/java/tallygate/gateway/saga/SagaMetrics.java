package tallygate.gateway.saga;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;

/** What sagas count. Types, steps and participants come from the configuration, so their number is bounded. */
public final class SagaMetrics {
    private final MeterRegistry meters;

    public SagaMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    void started(String type) {
        meters.counter("tallygate.saga.started", "saga", type).increment();
    }

    void reached(String type, SagaStatus status) {
        meters.counter("tallygate.saga.reached", "saga", type, "status", word(status))
                .increment();
    }

    void called(String type, Call call, String outcome, Duration took) {
        String direction = call.entry().direction() == Direction.FORWARD ? "forward" : "compensation";
        Tags tags = Tags.of("saga", type, "step", call.step().name(), "direction", direction);
        meters.timer("tallygate.saga.call", tags.and("outcome", outcome)).record(took);
    }

    void buried(String type) {
        meters.counter("tallygate.saga.dead.letters", "saga", type).increment();
    }

    void lost(String type) {
        meters.counter("tallygate.saga.lease.lost", "saga", type).increment();
    }

    /** The state as one word, as pages and labels show it. */
    static String word(SagaStatus status) {
        return switch (status) {
            case CREATED -> "created";
            case RUNNING -> "running";
            case COMPLETED -> "completed";
            case COMPENSATING -> "compensating";
            case COMPENSATED -> "compensated";
            case COMPENSATION_FAILED -> "compensation-failed";
        };
    }
}
