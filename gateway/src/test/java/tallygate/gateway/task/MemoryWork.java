package tallygate.gateway.task;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What {@link WorkStore} says about outcomes and renewals, on the rows in memory. */
final class MemoryWork {
    private final MemoryTasks tasks;
    private final MemoryProbes probes;
    private final Set<InMemoryStore.Guard> removed = EnumSet.noneOf(InMemoryStore.Guard.class);

    MemoryWork(MemoryTasks tasks, MemoryProbes probes) {
        this.tasks = tasks;
        this.probes = probes;
    }

    void without(InMemoryStore.Guard guard) {
        removed.add(guard);
    }

    Set<Lease> apply(List<Move> moves) {
        if (moves.size() > 256
                || moves.stream().map(move -> move.lease().id()).distinct().count() < moves.size()) {
            throw new IllegalArgumentException("at most 256 moves, each of another task, got " + moves.size());
        }
        Set<Lease> lost = new HashSet<>();
        for (Move move : moves) {
            MemoryRow row = held(move.lease());
            if (row != null) {
                make(row, move);
            } else if (!isMade(move)) {
                lost.add(move.lease());
            }
        }
        return lost;
    }

    private @org.jspecify.annotations.Nullable MemoryRow held(Lease lease) {
        return tasks.find(lease.id())
                .filter(row -> row.status == TaskStatus.PROCESSING || removed.contains(InMemoryStore.Guard.STATUS))
                .filter(row -> row.epoch == lease.epoch() || removed.contains(InMemoryStore.Guard.EPOCH))
                .orElse(null);
    }

    /** The same epoch in the state this move leads to: only the holder of that epoch can have done it. */
    private boolean isMade(Move move) {
        return tasks.find(move.lease().id())
                .filter(row ->
                        row.status == move.target() && row.epoch == move.lease().epoch())
                .isPresent();
    }

    private void make(MemoryRow row, Move move) {
        Instant now = tasks.now();
        if (removed.contains(InMemoryStore.Guard.STATUS)) {
            // A statement without the guard does not look at the state it changes.
            tasks.change(row, () -> row.status = TaskStatus.PROCESSING);
        }
        switch (move) {
            case Move.Done done -> {
                end(row, TaskStatus.SUCCESS, LastOutcome.NONE, row.lastError);
                if (done.probeAfter().isPositive() && !removed.contains(InMemoryStore.Guard.PROBE)) {
                    probes.note(row.id, ProbeStore.Cause.DONE, done.probeAfter());
                }
            }
            case Move.Fail fail -> {
                end(row, TaskStatus.FAILED, fail.outcome(), MemoryRow.cut(fail.error()));
                if (fail.isProbed()) {
                    probes.note(row.id, ProbeStore.Cause.FAILED, Duration.ZERO);
                }
            }
            case Move.Lost lost -> {
                int crashes = row.crashes;
                end(row, TaskStatus.FAILED, LastOutcome.UNKNOWN, MemoryRow.cut(lost.error()));
                row.attempts--;
                row.crashes = crashes;
            }
            case Move.Retry retry -> {
                toPending(tasks, row, later(now, retry.delay()), WaitReason.NONE, 0);
                row.retryCount++;
                row.statusUrl = "";
                row.crashes = 0;
                row.lastOutcome = retry.outcome();
                row.lastError = MemoryRow.cut(retry.error());
            }
            case Move.Park park -> {
                boolean takesBack = !removed.contains(InMemoryStore.Guard.WAIT_TAKES_START_BACK);
                int takenBack = park.reason().isBeforeStart() && takesBack ? 1 : 0;
                row.retryCount += removed.contains(InMemoryStore.Guard.WAIT_IS_NO_TRY) ? 1 : 0;
                boolean isThere = park.reason() == WaitReason.EARLY && row.isSignalled;
                WaitReason reason = isThere ? WaitReason.NONE : park.reason();
                toPending(tasks, row, isThere ? now : later(now, park.delay()), reason, takenBack);
                row.statusUrl = park.reason().isBeforeStart() ? row.statusUrl : park.statusUrl();
                row.crashes = park.reason().isBeforeStart() ? row.crashes : 0;
                row.lastError = MemoryRow.cut(park.error());
            }
            case Move.GiveBack _ -> toPending(tasks, row, now, WaitReason.NONE, 1);
        }
    }

    private static Instant later(Instant now, Duration delay) {
        return now.plusMillis(Math.max(0, delay.toMillis()));
    }

    private void end(MemoryRow row, TaskStatus status, LastOutcome outcome, String error) {
        tasks.change(row, () -> {
            row.status = row.status.to(status);
            row.next = tasks.now();
            row.owner = 0;
            row.crashes = 0;
            row.lastOutcome = outcome;
            row.lastError = error;
        });
    }

    static void toPending(MemoryTasks tasks, MemoryRow row, Instant due, WaitReason wait, int startsTakenBack) {
        tasks.change(row, () -> {
            row.status = row.status.to(TaskStatus.PENDING);
            row.next = due;
            row.owner = 0;
            row.wait = wait;
            row.attempts -= startsTakenBack;
        });
    }

    Set<Lease> renew(List<Lease> leases, Duration lease) {
        if (leases.size() > 256) {
            throw new IllegalArgumentException("at most 256 leases, got " + leases.size());
        }
        Set<Lease> lost = new HashSet<>();
        for (Lease held : leases) {
            MemoryRow row = held(held);
            if (row == null) {
                lost.add(held);
            } else {
                tasks.change(row, () -> row.next = tasks.now().plusMillis(lease.toMillis()));
            }
        }
        return lost;
    }

    /** @param isTouched whether somebody has changed the task by a deed */
    WorkStore.TakenOver takeOver(
            TaskId id,
            Set<String> routes,
            Optional<WorkStore.Answered> answered,
            boolean isTouched,
            long owner,
            Duration lease) {
        MemoryRow row = tasks.find(id)
                .filter(found -> found.status == TaskStatus.PENDING || found.status == TaskStatus.PROCESSING)
                .orElse(null);
        if (row == null) {
            return new WorkStore.TakenOver.Ended();
        }
        LeasedTask task = row.leased(tasks.now());
        if (!routes.contains(task.route())) {
            return new WorkStore.TakenOver.OtherRoute(task.route());
        }
        boolean holds = answered.map(
                        of -> of.epoch() == row.epoch || (of.epoch() < row.epoch && of.isDone() && !isTouched))
                .orElse(true);
        if (!holds) {
            return new WorkStore.TakenOver.Superseded();
        }
        tasks.change(row, () -> {
            row.status = TaskStatus.PROCESSING;
            row.epoch++;
            row.owner = owner;
            row.wait = WaitReason.NONE;
            row.next = tasks.now().plusMillis(lease.toMillis());
        });
        return new WorkStore.TakenOver.Leased(row.leased(tasks.now()));
    }
}
