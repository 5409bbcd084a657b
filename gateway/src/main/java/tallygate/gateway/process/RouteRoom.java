package tallygate.gateway.process;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/** What one route uses of its room on this node. Guarded by the lock of {@link Holdings}. */
final class RouteRoom {
    WorkRoute route;
    RouteGate gate;
    /** Its lane stands still, for all nodes. */
    boolean isPaused;
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

    RouteRoom(WorkRoute route, LongSupplier nanos) {
        this.route = route;
        this.gate = new RouteGate(route, nanos);
    }

    /** What its receiver has told so far is kept, unless it is judged by other rules now. */
    void take(WorkRoute next, LongSupplier nanos) {
        boolean isJudgedAlike = next.rules().breaker().equals(route.rules().breaker())
                && next.rules().leastCalls() == route.rules().leastCalls()
                && next.limits().concurrency() == route.limits().concurrency();
        route = next;
        gate = isJudgedAlike ? gate : new RouteGate(next, nanos);
        isRemoved = false;
    }

    /** Nothing is to begin for a while, so nothing is to be held either. */
    boolean isShut() {
        return isPaused || gate.isShut();
    }

    /** Tasks that may still come in. */
    int room() {
        return Math.max(0, roomNow());
    }

    /** Tasks in order are claimed, never handed over. */
    boolean takesHandOvers() {
        return !isRemoved && route.rules().order().isEmpty();
    }

    /** A quarter of the room is left to claims: under a load above this node's strength, older tasks must not wait for ever. */
    int roomForHandOver() {
        return roomNow()
                - Math.max(1, (route.limits().concurrency() + route.limits().waiting()) / 4);
    }

    int roomForExpired() {
        return isPaused ? 0 : roomBeforeBound() + 1 + route.limits().concurrency() / 8;
    }

    private int roomBeforeBound() {
        WorkRoute.Limits limits = route.limits();
        if (isRemoved || abandoned >= limits.concurrency()) {
            return -limits.concurrency() - 1;
        }
        return limits.concurrency() + limits.waiting() - reserved - held;
    }

    /** What is held for a receiver in trouble is no more than it can take. */
    private int roomNow() {
        int calls = gate.calls();
        WorkRoute.Limits limits = route.limits();
        int waiting = gate.isClosed() ? limits.waiting() * calls / limits.concurrency() : 0;
        return isShut() ? 0 : Math.min(roomBeforeBound(), calls + waiting - reserved - held);
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
