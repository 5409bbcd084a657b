package tallygate.gateway.alert;

import java.util.ArrayDeque;
import java.util.Deque;

/** Remembers a growing value over a window of time. */
final class Window {
    private final long nanos;
    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long atNanos, double value) {}

    Window(long nanos) {
        this.nanos = nanos;
    }

    /** @return the growth since the oldest look within the window; the first look counts from zero, since a meter is born at zero */
    double grown(double value, long nowNanos) {
        if (samples.isEmpty()) {
            samples.add(new Sample(nowNanos, 0));
        }
        samples.add(new Sample(nowNanos, value));
        while (samples.size() > 2 && nowNanos - samples.peek().atNanos() > nanos) {
            samples.remove();
        }
        return value - samples.peek().value();
    }
}
