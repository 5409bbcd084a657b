package tallygate.gateway.ingest;

import java.util.ArrayList;
import java.util.List;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.NewTask.Start;

/** One row of a batch and everyone who waits for it: deliveries of one event that came together share it. */
final class Group {
    final NewTask task;
    /** Of the endpoint at which it came first. */
    final EndpointMeters meters;

    private List<Pending> waiting;

    Group(NewTask task, List<Pending> waiting) {
        this.task = task;
        this.waiting = waiting;
        meters = waiting.getFirst().desk.meters();
    }

    boolean isLeased() {
        return task.start() instanceof Start.Leased;
    }

    boolean isHeld() {
        return task.start() instanceof Start.Held;
    }

    Pending first() {
        return waiting.getFirst();
    }

    List<Pending> waiting() {
        return waiting;
    }

    /** Takes out and returns those whose time to be answered has passed. */
    List<Pending> expired(long now) {
        List<Pending> late = List.of();
        for (Pending pending : waiting) {
            if (pending.deadline - now <= 0) {
                late = late.isEmpty() ? new ArrayList<>() : late;
                late.add(pending);
            }
        }
        if (!late.isEmpty()) {
            waiting = new ArrayList<>(waiting);
            waiting.removeAll(late);
        }
        return late;
    }
}
