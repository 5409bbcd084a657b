package tallygate.gateway.process;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What the parts of the worker measure time with, draw chance from and count into.
 *
 * @param nanos a monotonic clock of this process
 * @param dice used by many threads at once, so it must be safe for that
 */
public record Instruments(LongSupplier nanos, RandomGenerator dice, ProcessMetrics metrics) {}
