package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.LeasedTask;

/** The workers' side of the hand-over, which only takes down what it gets. */
final class Workers implements HandOver {
    int room;
    int reserved;
    boolean isBroken;
    final List<LeasedTask> given = new ArrayList<>();
    final List<Duration> heldFor = new ArrayList<>();

    Workers(int room) {
        this.room = room;
    }

    @Override
    public synchronized boolean reserve(String route) {
        if (route.equals("ordered") || reserved == room) {
            return false;
        }
        reserved++;
        return true;
    }

    @Override
    public synchronized void release(String route) {
        reserved--;
    }

    @Override
    public synchronized void give(List<LeasedTask> tasks, Duration held) {
        if (isBroken) {
            throw new IllegalStateException("the workers are gone");
        }
        given.addAll(tasks);
        heldFor.add(held);
    }
}
