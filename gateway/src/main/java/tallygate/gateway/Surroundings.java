package tallygate.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import tallygate.callback.handler.HandlerTools;
import tallygate.callback.handler.LateResults;
import tallygate.callback.handler.ResultTokens;
import tallygate.config.TracingConfig;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.trace.Spans;

/**
 * What all parts measure time with, draw chance from, count into and raise alerts with.
 *
 * @param nanos a monotonic clock of this process
 * @param dice used by many threads at once, so it must be safe for that
 * @param alerts where parts say what a person must know
 * @param spans where traces go
 */
public record Surroundings(
        Clock clock, LongSupplier nanos, RandomGenerator dice, MeterRegistry meters, Alerts alerts, Spans spans) {
    /** What a person must know goes to the log. */
    public Surroundings(Clock clock, LongSupplier nanos, RandomGenerator dice, MeterRegistry meters) {
        this(clock, nanos, dice, meters, new LoggedAlerts(), Spans.NONE);
    }

    /** Without traces. */
    public Surroundings(Clock clock, LongSupplier nanos, RandomGenerator dice, MeterRegistry meters, Alerts alerts) {
        this(clock, nanos, dice, meters, alerts, Spans.NONE);
    }

    /** What handlers work with. */
    HandlerTools tools(LateResults late, ResultTokens tokens, Optional<TracingConfig> tracing) {
        return new HandlerTools(
                clock,
                nanos,
                dice,
                late,
                tokens,
                tracing.map(TracingConfig::oneIn).orElse(1));
    }

    Surroundings with(Alerts others) {
        return new Surroundings(clock, nanos, dice, meters, others, spans);
    }

    /** The same, whose traces go there. */
    public Surroundings tracing(Spans others) {
        return new Surroundings(clock, nanos, dice, meters, alerts, others);
    }
}
