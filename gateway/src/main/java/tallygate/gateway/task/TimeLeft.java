package tallygate.gateway.task;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A time that several steps share: what one needs, the next ones do not have. */
public final class TimeLeft {
    private final LongSupplier nanos;
    private final long end;

    /** @param nanos a monotonic clock; the time begins now */
    public TimeLeft(LongSupplier nanos, Duration whole) {
        this.nanos = nanos;
        end = nanos.getAsLong() + whole.toNanos();
    }

    /** Never negative. */
    public Duration now() {
        return Duration.ofNanos(Math.max(0, end - nanos.getAsLong()));
    }
}
