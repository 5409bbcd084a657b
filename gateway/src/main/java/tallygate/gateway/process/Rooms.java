package tallygate.gateway.process;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The room of every route on this node. Guarded by the lock of {@link Holdings}. */
final class Rooms {
    private final Map<String, RouteRoom> rooms = new LinkedHashMap<>();
    private int turn;

    /** What a claim may bring in. */
    record Opening(String route, int room) {}

    /** Puts the routes of a new configuration in place of the old ones. What is held finishes as it began. */
    void routes(Collection<WorkRoute> routes) {
        rooms.values().forEach(room -> room.isRemoved = true);
        for (WorkRoute route : routes) {
            RouteRoom room = rooms.computeIfAbsent(route.name(), _ -> new RouteRoom(route));
            room.route = route;
            room.isRemoved = false;
        }
        rooms.values().removeIf(RouteRoom::isLeftover);
    }

    Optional<RouteRoom> of(String route) {
        return Optional.ofNullable(rooms.get(route));
    }

    boolean reserve(String route) {
        RouteRoom room = rooms.get(route);
        if (room == null || room.isRemoved) {
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
                .map(room -> new Opening(room.route.name(), room.room()))
                .toList();
    }

    /** For expired leases: they may use the last bit of room and a little more, since they have waited long. */
    List<Opening> openForExpired() {
        return inTurn().stream()
                .filter(room -> room.roomForExpired() > 0)
                .map(room -> new Opening(room.route.name(), room.roomForExpired()))
                .toList();
    }

    Optional<Holding> nextWaiting() {
        for (RouteRoom room : inTurn()) {
            if (!room.waiting.isEmpty() && room.hasSlot()) {
                return Optional.of(room.waiting.remove());
            }
        }
        return Optional.empty();
    }

    List<Holding> takeWaiting() {
        var all = new ArrayList<Holding>();
        for (RouteRoom room : rooms.values()) {
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
            turn = (turn + 1) % order.size();
            Collections.rotate(order, -turn);
        }
        return order;
    }
}
