package tallygate.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What all parts measure time with, draw chance from and count into.
 *
 * @param nanos a monotonic clock of this process
 * @param dice used by many threads at once, so it must be safe for that
 */
public record Surroundings(Clock clock, LongSupplier nanos, RandomGenerator dice, MeterRegistry meters) {}
