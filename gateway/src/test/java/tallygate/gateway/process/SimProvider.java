package tallygate.gateway.process;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskId;

/** Sends each event until it is acknowledged, and now and then once more; and the intake of the node that gets it. */
final class SimProvider {
    private static final int INSERTS_MAX = 3;

    private final SimWorld world;
    private final SplittableRandom dice;
    private final List<Integer> owed = new ArrayList<>();
    private final Set<String> acknowledged = new HashSet<>();
    private long lastId = 1000;

    SimProvider(SimWorld world, SplittableRandom dice) {
        this.world = world;
        this.dice = dice;
    }

    void begin(int events) {
        for (int event = 0; event < events; event++) {
            owed.add(event);
            int number = event;
            world.timeline().after(millis(1500), () -> send(number));
        }
    }

    private long millis(int most) {
        return Duration.ofMillis(dice.nextInt(most)).toNanos();
    }

    private void send(int event) {
        SimNode node = world.anyNode();
        if (node.isUp()) {
            node.later(millis(5), () -> receive(node, event));
        }
        world.timeline().after(Duration.ofMillis(400).toNanos() + millis(600), () -> {
            if (owed.contains(event)) {
                send(event);
            }
        });
    }

    private void receive(SimNode node, int event) {
        String route = event % 2 == 0 ? "a" : "b";
        boolean isReserved = node.parts.desk().holdings().reserve(route);
        var start = isReserved ? new NewTask.Start.Leased() : new NewTask.Start.Due();
        NewTask task = world.task(new TaskId(++lastId), event, route, start);
        long sentNanos = node.nanos();
        Insertion stored = insert(node, task);
        if (stored == null) {
            if (isReserved) {
                node.parts.desk().holdings().release(route);
                releaseLater(node, task.id(), 0);
            }
            return;
        }
        if (isReserved && stored instanceof Insertion.Fresh(TaskId id)) {
            world.sometimes("handed-over");
            LeasedTask leased = LeasedTask.handedOver(task, id, Instant.EPOCH);
            node.parts.leasing().takeIn(List.of(leased), sentNanos, true);
        } else if (isReserved) {
            node.parts.desk().holdings().release(route);
        }
        acknowledge(event, task);
    }

    private void acknowledge(int event, NewTask task) {
        acknowledged.add(task.event().eventId());
        boolean isLost = world.isChaos() && world.plan().strikes(SimPlan.Fault.ACK_LOST, dice);
        if (isLost) {
            world.sometimes("acknowledgement-lost");
        } else {
            owed.remove((Integer) event);
        }
    }

    private @Nullable Insertion insert(SimNode node, NewTask task) {
        for (int tries = 0; tries < INSERTS_MAX; tries++) {
            try {
                return node.store.insert(List.of(task)).getFirst();
            } catch (StoreException e) {
                if (e.kind() == StoreException.Kind.UNAVAILABLE) {
                    return null;
                }
            }
        }
        return null;
    }

    /** A row of an unanswered insert that turns up is nobody's to run: it is put back for anyone. */
    private void releaseLater(SimNode node, TaskId id, int tries) {
        node.later(Duration.ofMillis(200).toNanos(), () -> {
            try {
                if (!node.store.release(List.of(id)).isEmpty() || tries == 20) {
                    return;
                }
            } catch (StoreException _) {
                world.sometimes("release-tried-again");
            }
            releaseLater(node, id, tries + 1);
        });
    }

    boolean isSatisfied() {
        return owed.isEmpty();
    }

    Set<String> acknowledged() {
        return acknowledged;
    }
}
