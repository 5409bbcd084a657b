package tallygate.gateway.process;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import tallygate.gateway.alert.Alerts;
import tallygate.gateway.alert.LoggedAlerts;
import tallygate.gateway.trace.Spans;

/**
 * What the parts of the worker measure time with, draw chance from and count into.
 *
 * @param nanos a monotonic clock of this process
 * @param dice used by many threads at once, so it must be safe for that
 * @param alerts where a person is told
 * @param spans where each try's part of its task's trace goes
 */
public record Instruments(
        LongSupplier nanos, RandomGenerator dice, ProcessMetrics metrics, Alerts alerts, Spans spans) {
    /** Without traces. */
    public Instruments(LongSupplier nanos, RandomGenerator dice, ProcessMetrics metrics, Alerts alerts) {
        this(nanos, dice, metrics, alerts, Spans.NONE);
    }

    /** With alerts as log lines. */
    public Instruments(LongSupplier nanos, RandomGenerator dice, ProcessMetrics metrics) {
        this(nanos, dice, metrics, new LoggedAlerts());
    }
}
