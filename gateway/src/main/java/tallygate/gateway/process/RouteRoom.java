package tallygate.gateway.process;

import java.util.ArrayDeque;
import java.util.Deque;

/** What one route uses of its room on this node. Guarded by the lock of {@link Holdings}. */
final class RouteRoom {
    WorkRoute route;
    /** Taken out of the configuration: what is held is finished, nothing new comes in. */
    boolean isRemoved;

    final Deque<Holding> waiting = new ArrayDeque<>();
    /** Promised to intake for rows that are not committed yet. */
    int reserved;
    /** Leases whose outcome is not committed yet: waiting, running and settling. */
    int held;

    int running;
    /** Calls that did not come back within their limit. */
    int abandoned;
    /** There is more due than this node took: a claim came back full, or a hand-over found no room. */
    boolean isHungry = true;

    RouteRoom(WorkRoute route) {
        this.route = route;
    }

    /** Tasks that may still come in. */
    int room() {
        return Math.max(0, roomBeforeBound());
    }

    /** A quarter of the room is left to claims: under a load above this node's strength, older tasks must not wait for ever. */
    int roomForHandOver() {
        return roomBeforeBound()
                - Math.max(1, (route.limits().concurrency() + route.limits().waiting()) / 4);
    }

    int roomForExpired() {
        return roomBeforeBound() + 1 + route.limits().concurrency() / 8;
    }

    private int roomBeforeBound() {
        WorkRoute.Limits limits = route.limits();
        if (isRemoved || abandoned >= limits.concurrency()) {
            return -limits.concurrency() - 1;
        }
        return limits.concurrency() + limits.waiting() - reserved - held;
    }

    /** Claims wait until half of the waiting room is empty: a few large ones cost less than many small ones. */
    boolean isOpenForClaims() {
        return room() > 0 && waiting.size() <= route.limits().waiting() / 2;
    }

    /** Abandoned calls leave their slot to others, but not without end: a route that never answers comes to rest. */
    boolean hasSlot() {
        int concurrency = route.limits().concurrency();
        return running < concurrency && abandoned < concurrency;
    }

    boolean isLeftover() {
        return isRemoved && held == 0 && reserved == 0 && running == 0 && abandoned == 0;
    }
}
