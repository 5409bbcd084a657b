package tallygate.gateway;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The machine's clock, and as much more as a test says. */
final class MovedClock extends Clock {
    private Duration ahead = Duration.ZERO;

    void pass(Duration time) {
        ahead = ahead.plus(time);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    long nanos() {
        return System.nanoTime() + ahead.toNanos();
    }
}
