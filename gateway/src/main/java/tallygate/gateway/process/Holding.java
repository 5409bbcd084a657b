package tallygate.gateway.process;

import java.time.Duration;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;

/** One leased task on this node, from its claim until its outcome is committed. Changed by {@link Holdings} only, under its lock. */
final class Holding {
    /** How far it has come. */
    enum Phase {
        WAITING,
        RUNNING,
        /** Its move waits for the commit, or is in it. */
        SETTLING,
        /** Committed, or the lease was lost: nothing more is written for it. */
        GONE
    }

    /** Why a leased task is given out of the hand without a call. */
    enum Unwanted {
        /** Its route is gone, or the node drains. */
        NO_ROOM,
        WORKERS_LOST,
        /** The circuit breaker of its route is open. */
        BREAKER,
        /** Its lane is paused. */
        PAUSED
    }

    private final LeasedTask task;
    private final WorkRoute route;
    private final long heldSinceNanos;
    final RouteRoom room;
    Phase phase = Phase.WAITING;
    /** No call begins after this: taken before the claim, the insert or the renewal was sent, plus the lease. */
    long deadlineNanos;

    long renewedNanos;
    long startedNanos;
    /** The run limit passed and the handler has not come back: its slot is used again, its outcome is no longer awaited. */
    boolean isAbandoned;

    /** It took leave of its route's gate, which is to be told how it ended. */
    boolean isGated;

    /** Why it was not run. */
    Unwanted unwanted = Unwanted.NO_ROOM;

    /** Stops the running call. */
    Runnable interrupt = () -> {};

    Holding(LeasedTask task, RouteRoom room, long sentNanos, long leaseNanos) {
        this.task = task;
        this.room = room;
        this.route = room.route;
        this.heldSinceNanos = sentNanos;
        this.renewedNanos = sentNanos;
        this.deadlineNanos = sentNanos + leaseNanos;
    }

    LeasedTask task() {
        return task;
    }

    /** As it was configured when the task came in. */
    WorkRoute route() {
        return route;
    }

    Lease lease() {
        return task.lease();
    }

    /** Time since the row was created, as far as this node can tell. */
    Duration ageAt(long nowNanos) {
        return task.age().plusNanos(nowNanos - heldSinceNanos);
    }

    /** Its route is shut: to be parked, not run. */
    void putBack() {
        phase = Phase.SETTLING;
        unwanted = room.isPaused ? Unwanted.PAUSED : Unwanted.BREAKER;
    }

    /** Tells its route's gate, if it has taken leave there, what the end of the call says of the receiver. */
    RouteGate.Turn tellGate(Signal signal) {
        boolean hasLeave = isGated;
        isGated = false;
        return hasLeave ? room.gate.ended(signal, startedNanos, room.running) : RouteGate.Turn.NONE;
    }

    /** Nodes died while they held it: it may be what kills them, so nothing else runs beside it. */
    boolean runsAlone() {
        return task.crashes() >= Solo.CRASHES_BEFORE;
    }

    /** @return true when it is not to be run: it is put into the state in which it is settled */
    boolean isUnwanted(boolean isNoRoom, int crashesMax) {
        if (hasLostItsWorkers(crashesMax)) {
            unwanted = Unwanted.WORKERS_LOST;
        } else if (isNoRoom) {
            unwanted = Unwanted.NO_ROOM;
        } else {
            return false;
        }
        phase = Phase.SETTLING;
        return true;
    }

    /** It ran alone and its nodes died all the same, {@code crashes-max} times. */
    boolean hasLostItsWorkers(int crashesMax) {
        return task.crashes() >= Solo.CRASHES_BEFORE + crashesMax;
    }
}
