package tallygate.gateway.ingest;

import io.micrometer.core.instrument.Counter;
import java.util.Arrays;
import java.util.function.Function;

/** One counter for each value of an enum, made beforehand: counting looks nothing up. */
final class CounterPerCase<E extends Enum<E>> {
    private final Counter[] counters;

    CounterPerCase(E[] cases, Function<E, Counter> counter) {
        counters = Arrays.stream(cases).map(counter).toArray(Counter[]::new);
    }

    void increment(E one) {
        counters[one.ordinal()].increment();
    }

    /** Over all cases. */
    long sum() {
        return (long) Arrays.stream(counters).mapToDouble(Counter::count).sum();
    }
}
