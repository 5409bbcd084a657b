package tallygate.gateway.ingest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.gateway.task.HandOver;
import tallygate.gateway.task.NewTask.Start;

/** Turns what has arrived into a batch: sorted by key, equal deliveries folded together, room reserved for the workers. */
final class BatchMaker {
    private static final Logger log = LoggerFactory.getLogger(BatchMaker.class);

    private static final Comparator<Pending> BY_KEY = Comparator.comparing(p -> p.key);

    private final IngestLimits limits;
    private final HandOver handOver;
    private final IntUnaryOperator atOnce;
    private final ArrayDeque<Pending> ready = new ArrayDeque<>();

    /** @param atOnce how many of so many rows the store likes to have in one call; what is left waits for the next batch */
    BatchMaker(IngestLimits limits, HandOver handOver, IntUnaryOperator atOnce) {
        this.limits = limits;
        this.handOver = handOver;
        this.atOnce = atOnce;
    }

    /** What waits for a batch, oldest first. */
    ArrayDeque<Pending> ready() {
        return ready;
    }

    /** @return the groups of the next batch; empty when nothing is ready */
    List<Group> next(NodeIdentity identity) {
        if (ready.isEmpty()) {
            return List.of();
        }
        int rows = atOnce.applyAsInt(Math.min(ready.size(), limits.batchRows()));
        List<Pending> taken = new ArrayList<>(rows);
        long bytes = 0;
        while (taken.size() < rows && bytes < limits.batchBytes()) {
            Pending pending = ready.poll();
            bytes += pending.bytes();
            taken.add(pending);
        }
        // Sorting is stable, so the first delivery stays first; and writers that all sort never wait for each other in
        // a ring.
        taken.sort(BY_KEY);
        List<Group> groups = new ArrayList<>(taken.size());
        List<Pending> others = new ArrayList<>();
        for (int from = 0; from < taken.size(); ) {
            int to = from + 1;
            while (to < taken.size() && taken.get(to).key.equals(taken.get(from).key)) {
                to++;
            }
            groups.add(group(identity, taken.subList(from, to), others));
            from = to;
        }
        others.reversed().forEach(ready::addFirst);
        return groups;
    }

    /** @param others takes the deliveries with other content: the table decides on them when the first is committed */
    private Group group(NodeIdentity identity, List<Pending> sameKey, List<Pending> others) {
        Pending first = sameKey.getFirst();
        List<Pending> waiting = List.of(first);
        if (sameKey.size() > 1) {
            waiting = new ArrayList<>();
            for (Pending pending : sameKey) {
                (pending.hasSameContentAs(first) ? waiting : others).add(pending);
            }
        }
        return new Group(first.task(identity.ids().next(), start(first)), waiting);
    }

    private Start start(Pending pending) {
        if (!pending.row.hold().isEmpty()) {
            return new Start.Held(pending.row.hold());
        }
        if (pending.row.isQuestion()) {
            return new Start.Later(Hints.WINDOW);
        }
        return hasRoom(pending.route()) ? new Start.Leased() : new Start.Due();
    }

    private boolean hasRoom(String route) {
        try {
            return handOver.reserve(route);
        } catch (RuntimeException e) {
            log.error("route={} no room could be reserved, the task is inserted due instead", route, e);
            return false;
        }
    }
}
