package tallygate.gateway.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Ordering;

/** The room of every route on this node. Guarded by the lock of {@link Holdings}. */
final class Rooms {
    private static final Comparator<RouteRoom> BY_PRIORITY = Comparator.comparingInt(
                    (RouteRoom room) -> room.route.rules().priority())
            .reversed();

    /** Once in so many times the priorities do not count, so that nobody waits for ever. */
    private static final int FAIR_TURN = 8;

    private final Map<String, RouteRoom> rooms = new LinkedHashMap<>();
    private final LongSupplier nanos;
    private Set<String> paused = Set.of();
    /** All routes have one priority. */
    private boolean isLevel = true;

    private int turn;

    Rooms(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** What a claim may bring in. */
    record Opening(String route, int room, Duration scan, Optional<Ordering> ordering) {
        private static Opening of(RouteRoom room, int tasks) {
            RouteRules rules = room.route.rules();
            return new Opening(room.route.name(), tasks, rules.scan(), rules.order());
        }

        boolean isInOrder() {
            return ordering.isPresent();
        }
    }

    /** Puts the routes of a new configuration in place of the old ones. What is held finishes as it began. */
    void routes(Collection<WorkRoute> routes) {
        rooms.values().forEach(room -> room.isRemoved = true);
        for (WorkRoute route : routes) {
            rooms.computeIfAbsent(route.name(), _ -> new RouteRoom(route, nanos))
                    .take(route, nanos);
        }
        rooms.values().removeIf(RouteRoom::isLeftover);
        isLevel = rooms.values().stream()
                        .map(room -> room.route.rules().priority())
                        .distinct()
                        .count()
                <= 1;
        pause(paused);
    }

    /** These lanes stand still, and no others. */
    void pause(Set<String> routes) {
        paused = routes;
        rooms.values().forEach(room -> room.isPaused = routes.contains(room.route.name()));
    }

    Optional<RouteRoom> of(String route) {
        return Optional.ofNullable(rooms.get(route));
    }

    /** Of a task that this node has claimed or was given. */
    RouteRoom ofLeased(LeasedTask task) {
        return of(task.route())
                .orElseThrow(
                        () -> new IllegalStateException("task " + task.lease().id() + " was leased for route "
                                + task.route() + ", which this node does not know"));
    }

    boolean reserve(String route) {
        RouteRoom room = rooms.get(route);
        if (room == null || !room.takesHandOvers()) {
            return false;
        }
        if (room.roomForHandOver() <= 0) {
            room.isHungry = true;
            return false;
        }
        room.reserved++;
        return true;
    }

    void release(String route) {
        RouteRoom room = rooms.get(route);
        if (room == null || room.reserved == 0) {
            throw new IllegalStateException("route " + route + " has no reserved room to release");
        }
        room.reserved--;
    }

    /** For due tasks; in turn, so that no route is always first. */
    List<Opening> openForDue() {
        return inTurn().stream()
                .filter(RouteRoom::isOpenForClaims)
                .map(room -> Opening.of(room, room.room()))
                .toList();
    }

    /** For expired leases: they may use the last bit of room and a little more, since they have waited long. */
    List<Opening> openForExpired() {
        return inTurn().stream()
                .filter(room -> room.roomForExpired() > 0)
                .map(room -> Opening.of(room, room.roomForExpired()))
                .toList();
    }

    /** The next task that may begin; it has taken leave of its route's gate. */
    Optional<Holding> nextWaiting() {
        for (RouteRoom room : inTurn()) {
            if (!room.waiting.isEmpty() && !room.isPaused && room.hasSlot() && room.gate.begins(room.running)) {
                Holding next = room.waiting.remove();
                next.isGated = true;
                return Optional.of(next);
            }
        }
        return Optional.empty();
    }

    List<Holding> takeWaiting() {
        return takeWaiting(rooms.values());
    }

    /** What waits for routes that are shut. */
    List<Holding> takeShut() {
        List<RouteRoom> shut = rooms.values().stream()
                .filter(room -> !room.waiting.isEmpty() && room.isShut())
                .toList();
        return takeWaiting(shut);
    }

    private static List<Holding> takeWaiting(Collection<RouteRoom> from) {
        var all = new ArrayList<Holding>();
        for (RouteRoom room : from) {
            all.addAll(room.waiting);
            room.waiting.clear();
        }
        return all;
    }

    int reserved() {
        return rooms.values().stream().mapToInt(room -> room.reserved).sum();
    }

    Set<String> names() {
        return Set.copyOf(rooms.keySet());
    }

    private List<RouteRoom> inTurn() {
        var order = new ArrayList<>(rooms.values());
        if (order.size() > 1) {
            turn = (turn + 1) % (order.size() * FAIR_TURN);
            boolean isFair = turn % FAIR_TURN == 0;
            Collections.rotate(order, -(isFair ? turn / FAIR_TURN : turn));
            if (!isFair && !isLevel) {
                order.sort(BY_PRIORITY);
            }
        }
        return order;
    }
}
