package tallygate.gateway;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.LeasedTask;

/** The way from intake to workers before there are any: no room. The intake listens before the database is there. */
final class LateHandOver implements HandOver {
    private volatile @Nullable HandOver worker;

    void open(HandOver real) {
        worker = real;
    }

    @Override
    public boolean reserve(String route) {
        HandOver now = worker;
        return now != null && now.reserve(route);
    }

    @Override
    public void release(String route) {
        opened().release(route);
    }

    @Override
    public void give(List<LeasedTask> tasks, Duration heldFor) {
        opened().give(tasks, heldFor);
    }

    private HandOver opened() {
        HandOver now = worker;
        if (now == null) {
            throw new IllegalStateException("nothing was reserved, so nothing can be given or released");
        }
        return now;
    }
}
