package tallygate.gateway.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tallygate.callback.handler.Handler;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;

/**
 * What this node holds: every leased task until its outcome is committed, and the room of each route. Safe for many threads;
 * never waits for anything but its own short lock.
 */
final class Holdings {
    private static final Logger log = LoggerFactory.getLogger(Holdings.class);

    private final Rooms rooms;
    private final Solo solo = new Solo();
    private final Map<Lease, Holding> held = new LinkedHashMap<>();
    private final Runs runs = new Runs();
    private final LongSupplier nanos;
    private final long leaseNanos;
    private final WorkConfig.Pace pace;
    private Standing standing = Standing.TAKES;

    Holdings(LongSupplier nanos, Duration lease, WorkConfig.Pace pace) {
        this.nanos = nanos;
        this.leaseNanos = lease.toNanos();
        this.pace = pace;
        this.rooms = new Rooms(nanos);
    }

    synchronized void routes(Collection<WorkRoute> routes) {
        rooms.routes(routes);
    }

    synchronized boolean reserve(String route) {
        return takes() && rooms.reserve(route);
    }

    synchronized void release(String route) {
        rooms.release(route);
        notifyAll();
    }

    synchronized List<Rooms.Opening> openForDue() {
        return takes() ? rooms.openForDue() : List.of();
    }

    synchronized List<Rooms.Opening> openForExpired() {
        return takes() ? rooms.openForExpired() : List.of();
    }

    /** What is so of a route now. */
    synchronized <T> T look(String route, Function<RouteRoom, T> question, T unknown) {
        return rooms.of(route).map(question).orElse(unknown);
    }

    /** These lanes stand still: nothing of them is taken, what waits is put back. */
    synchronized void pause(Set<String> routes) {
        rooms.pause(routes);
    }

    /** What waits for routes whose breaker is open or whose lane is paused: it is to be parked. */
    synchronized List<Holding> takeShut() {
        List<Holding> shut = rooms.takeShut();
        shut.forEach(Holding::putBack);
        return shut;
    }

    /**
     * Takes in what was leased.
     *
     * @param sentNanos when the claim or the insert was sent, by the node's monotonic clock
     * @param isReserved true for a hand-over: its room is taken already
     * @return what is not run: its route is gone, the node drains, or its workers died once too often
     */
    synchronized List<Holding> admit(List<LeasedTask> tasks, long sentNanos, boolean isReserved) {
        var unwanted = new ArrayList<Holding>();
        for (LeasedTask task : tasks) {
            RouteRoom room = rooms.ofLeased(task);
            room.reserved -= isReserved ? 1 : 0;
            var holding = new Holding(task, room, sentNanos, leaseNanos);
            if (held.putIfAbsent(task.lease(), holding) != null) {
                log.error(
                        "task={} epoch={} came in twice and runs once: is a node number used twice?",
                        task.lease().id(),
                        task.lease().epoch());
                continue;
            }
            room.held++;
            if (holding.isUnwanted(!takes() || room.isRemoved, pace.crashesMax())) {
                unwanted.add(holding);
            } else if (room.isShut()) {
                holding.putBack();
                unwanted.add(holding);
            } else if (holding.runsAlone()) {
                solo.add(holding);
            } else {
                room.waiting.add(holding);
            }
        }
        return unwanted;
    }

    /** The next task to begin, if any may. It uses a slot from now on. */
    synchronized Optional<Holding> next() {
        if (!takes() || runs.size() >= pace.calls()) {
            return Optional.empty();
        }
        long now = nanos.getAsLong();
        Optional<Holding> next = solo.holdsBackOthers(now) ? Optional.empty() : rooms.nextWaiting();
        if (next.isEmpty() && runs.size() == 0) {
            next = solo.next(now);
        }
        next.ifPresent(holding -> runs.begin(holding, now));
        return next;
    }

    /** How to stop the call that has begun. Used at once when its lease was lost in the meantime. */
    synchronized void interruptBy(Holding holding, Runnable interrupt) {
        holding.interrupt = interrupt;
        if (holding.phase != Holding.Phase.RUNNING) {
            interrupt.run();
        }
    }

    /** No call may begin any more: the lease may have ended. */
    synchronized boolean isPastDeadline(Holding holding) {
        return holding.phase != Holding.Phase.RUNNING || nanos.getAsLong() - holding.deadlineNanos >= 0;
    }

    /**
     * The handler came back, or was not called.
     *
     * @param signal what its receiver told by that
     */
    synchronized CallEnd ended(Holding holding, Signal signal) {
        holding.interrupt = () -> {};
        if (holding.isAbandoned) {
            runs.cameBack(holding);
            return new CallEnd(CallEnd.End.TOO_LATE, RouteGate.Turn.NONE);
        }
        boolean isLost = holding.phase == Holding.Phase.GONE;
        RouteGate.Turn turn = holding.tellGate(isLost ? Signal.NONE : signal);
        freeSlot(holding);
        if (!isLost) {
            holding.phase = Holding.Phase.SETTLING;
        }
        return new CallEnd(isLost ? CallEnd.End.LOST : CallEnd.End.SETTLES, turn);
    }

    /** Calls over their run limit: interrupted, their slots free again. Those returned are to be settled as unknown. */
    synchronized List<Holding> abandonOverdue() {
        return abandon(runs.overdue(nanos.getAsLong()), Signal.OVERLOADED);
    }

    /** The same for all that still run, at the end of a drain. */
    synchronized List<Holding> abandonRunning() {
        return abandon(runs.all(), Signal.NONE);
    }

    private List<Holding> abandon(List<Holding> overdue, Signal signal) {
        var toSettle = new ArrayList<Holding>();
        for (Holding holding : overdue) {
            holding.tellGate(signal);
            freeSlot(holding);
            runs.giveUp(holding);
            if (holding.phase == Holding.Phase.RUNNING) {
                holding.phase = Holding.Phase.SETTLING;
                toSettle.add(holding);
            }
        }
        return toSettle;
    }

    private void freeSlot(Holding holding) {
        runs.freeSlot(holding);
        notifyAll();
        if (holding.runsAlone()) {
            solo.ended(nanos.getAsLong());
        }
    }

    /**
     * The outcome is committed, or the completion found the lease lost.
     *
     * @return true when the claimer should look again at once, because a hungry route has room
     */
    synchronized boolean gone(Holding holding) {
        holding.phase = Holding.Phase.GONE;
        held.remove(holding.lease());
        RouteRoom room = holding.room;
        room.held--;
        boolean isWanted = room.isHungry && room.isOpenForClaims();
        room.isHungry &= !isWanted;
        notifyAll();
        return isWanted;
    }

    /** Leases that were last renewed at least so long ago. */
    synchronized List<Holding> dueForRenewal(Duration after) {
        long now = nanos.getAsLong();
        return held.values().stream()
                .filter(holding -> now - holding.renewedNanos >= after.toNanos())
                .toList();
    }

    synchronized void renewed(Holding holding, long sentNanos) {
        holding.renewedNanos = sentNanos;
        holding.deadlineNanos = sentNanos + leaseNanos;
    }

    /**
     * A renewal found the lease lost: what waits is forgotten, what runs is interrupted.
     *
     * @return false when that says nothing, because its own completion may have come first
     */
    synchronized boolean lost(Holding holding) {
        boolean says = switch (holding.phase) {
            case SETTLING, GONE -> false;
            case WAITING -> solo.remove(holding) || holding.room.waiting.remove(holding);
            case RUNNING -> true;
        };
        if (says) {
            if (holding.phase == Holding.Phase.RUNNING) {
                holding.interrupt.run();
            }
            gone(holding);
        }
        return says;
    }

    private boolean takes() {
        return standing == Standing.TAKES;
    }

    synchronized boolean isAside() {
        return standing == Standing.ASIDE;
    }

    /** From now on. Returns what had not begun and is to be given back; once it drains, it drains. */
    synchronized List<Holding> stands(Standing next) {
        standing = standing == Standing.DRAINS ? standing : next;
        if (takes()) {
            return List.of();
        }
        var unstarted = new ArrayList<>(solo.takeAll());
        unstarted.addAll(rooms.takeWaiting());
        unstarted.forEach(holding -> holding.phase = Holding.Phase.SETTLING);
        return unstarted;
    }

    synchronized void awaitIdle(Duration atMost) throws InterruptedException {
        awaitZero(runs::size, atMost);
    }

    /** Waits until all outcomes are committed and all room promised to intake is used or released. */
    synchronized void awaitSettled(Duration atMost) throws InterruptedException {
        awaitZero(this::unsettled, atMost);
    }

    private void awaitZero(IntSupplier count, Duration atMost) throws InterruptedException {
        long end = nanos.getAsLong() + atMost.toNanos();
        long left = atMost.toNanos();
        while (count.getAsInt() > 0 && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - nanos.getAsLong();
        }
    }

    /** Leases held and room promised to intake. */
    synchronized int unsettled() {
        return held.size() + rooms.reserved();
    }

    /** Also of calls that were given up and have not come back. */
    synchronized List<Handler> handlersInUse() {
        return Stream.concat(held.values().stream(), runs.underWay())
                .map(holding -> holding.route().handler())
                .toList();
    }

    /** Removed ones of which something is still held, too. */
    synchronized Set<String> routeNames() {
        return rooms.names();
    }
}
