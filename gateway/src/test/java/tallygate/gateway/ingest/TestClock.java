package tallygate.gateway.ingest;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/** Both clocks of a node, ticked by hand. */
final class TestClock extends Clock implements LongSupplier {
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private long nanos = 1_000_000_000_000L;

    void tick(Duration by) {
        now = now.plus(by);
        nanos += by.toNanos();
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public long getAsLong() {
        return nanos;
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
