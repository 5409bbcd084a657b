package tallygate.gateway.process;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/** The node's monotonic clock in the form that libraries ask for: its instants mean nothing but their distance. */
final class MonotonicClock extends Clock {
    private final LongSupplier nanos;

    MonotonicClock(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos.getAsLong());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
