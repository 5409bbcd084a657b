package tallygate.gateway.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;
import tallygate.gateway.task.WorkStore.Scan;

/** Looks at every row after every call that may change one, and knows which changes that call may make. */
final class SimChecker {
    private final SimWorld world;
    private final InMemoryStore store;
    private final Map<TaskId, TaskRow> seen = new HashMap<>();

    SimChecker(SimWorld world, InMemoryStore store) {
        this.world = world;
        this.store = store;
    }

    /** What one call may do to a row that it changed. */
    @FunctionalInterface
    private interface Rule {
        void check(TaskRow before, TaskRow after);
    }

    private <T> T checked(String call, Supplier<T> effect, Rule rule) {
        T result = effect.get();
        if (call.equals("claim") && result instanceof List<?> claimed && claimed.isEmpty()) {
            // It changed nothing, or the next look finds a change that nobody may make.
            return result;
        }
        for (TaskRow after : store.rows()) {
            TaskRow before = seen.put(after.id(), after);
            if (before != null && !before.equals(after)) {
                require(
                        before.status() == after.status()
                                || before.status().next().contains(after.status()),
                        "I4: {} made an illegal move",
                        call,
                        before,
                        after);
                require(!isTerminal(before.status()), "I4: {} moved a finished task", call, before, after);
                rule.check(before, after);
            }
        }
        return result;
    }

    private void require(boolean holds, String what, String call, TaskRow before, TaskRow after) {
        if (!holds) {
            throw new SimWorld.Violation(
                    what.replace("%s", call).replace("{}", call) + "\n  before " + before + "\n  after  " + after);
        }
    }

    <T> T inserted(Supplier<T> effect) {
        T result = checked(
                "insert",
                effect,
                (before, after) -> require(false, "I1: an insert changed a stored row", "insert", before, after));
        long keys = store.rows().stream().map(TaskRow::eventId).distinct().count();
        world.require(keys == store.rows().size(), "I1: an event is stored twice: {}", store.rows());
        return result;
    }

    <T> T released(Supplier<T> effect) {
        return checked(
                "release",
                effect,
                (before, after) -> require(
                        before.status() == TaskStatus.PROCESSING
                                && after.status() == TaskStatus.PENDING
                                && before.leaseEpoch() == 1,
                        "%s took a task from its holder",
                        "release",
                        before,
                        after));
    }

    /** On the lane that keeps its order no call begins while an older task of the key is unfinished. */
    void isItsTurn(LeasedTask task) {
        if (!task.route().equals("b")) {
            return;
        }
        TaskRow own = store.find(task.lease().id()).orElseThrow();
        for (TaskRow row : store.rows()) {
            boolean isOlder = row.route().equals("b")
                    && (row.createdAt().isBefore(own.createdAt())
                            || (row.createdAt().equals(own.createdAt())
                                    && row.id().compareTo(own.id()) < 0));
            world.require(!isOlder || isTerminal(row.status()), "order: {} is called while {} is unfinished", own, row);
        }
    }

    /** The probe opens again what was a success, and nothing else. */
    <T> T reopened(Supplier<T> effect) {
        T result = effect.get();
        for (TaskRow after : store.rows()) {
            TaskRow before = seen.put(after.id(), after);
            if (before != null && !before.equals(after)) {
                require(
                        before.status() == TaskStatus.SUCCESS && after.status() == TaskStatus.PENDING,
                        "%s changed what was no success",
                        "probe",
                        before,
                        after);
                world.sometimes("opened-again");
            }
        }
        return result;
    }

    /** A step of retention: what it empties has ended well, and so long ago. */
    void emptied(Duration age) {
        Instant now = world.databaseTime();
        for (TaskId id : store.retention().emptyOlderThan(age)) {
            TaskRow row = store.find(id).orElseThrow();
            boolean mayBe = row.status() == TaskStatus.SUCCESS || row.status() == TaskStatus.COMPENSATED;
            world.require(mayBe, "retention: emptied {}, which is not done with", row);
            world.require(
                    !row.nextRetryTime().plus(age).isAfter(now), "retention: emptied {}, which ended just now", row);
            world.sometimes("emptied");
        }
    }

    /** A task whose turn has come is due now, nothing else. */
    <T> T woken(Supplier<T> effect) {
        return checked(
                "wake",
                effect,
                (before, after) -> require(
                        before.waitReason() == WaitReason.ORDER
                                && after.status() == before.status()
                                && after.leaseEpoch() == before.leaseEpoch(),
                        "%s changed a task that does not wait for its turn",
                        "wake",
                        before,
                        after));
    }

    <T> T claimed(Scan scan, boolean isOrdered, Supplier<T> effect) {
        Instant now = world.databaseTime();
        return checked(isOrdered ? "claim-in-order" : "claim", effect, (before, after) -> {
            if (after.waitReason() == WaitReason.ORDER) {
                require(
                        before.status() == TaskStatus.PENDING
                                && after.status() == TaskStatus.PENDING
                                && after.attempts() == before.attempts(),
                        "%s parked what was not its to park",
                        "claim",
                        before,
                        after);
                world.sometimes("parked-for-its-turn");
                return;
            }
            TaskStatus from = scan == Scan.DUE ? TaskStatus.PENDING : TaskStatus.PROCESSING;
            require(
                    before.status() == from && after.status() == TaskStatus.PROCESSING,
                    "%s of another state",
                    "claim",
                    before,
                    after);
            require(!before.nextRetryTime().isAfter(now), "%s before its time", "claim", before, after);
            require(after.leaseEpoch() == before.leaseEpoch() + 1, "%s without a new epoch", "claim", before, after);
            require(after.attempts() == before.attempts() + 1, "%s without counting", "claim", before, after);
            if (scan == Scan.EXPIRED) {
                world.sometimes("lease-taken-over");
            }
        });
    }

    Set<Lease> applied(List<Move> moves, Supplier<Set<Lease>> effect) {
        Set<Lease> lost = checked("apply", effect, (before, after) -> {
            Move move = moves.stream()
                    .filter(m -> m.lease().id().equals(after.id()))
                    .findFirst()
                    .orElse(null);
            require(move != null, "%s changed a task that was not named", "apply", before, after);
            require(
                    before.status() == TaskStatus.PROCESSING,
                    "I4: {} changed a task that nobody held",
                    "apply",
                    before,
                    after);
            require(
                    move != null
                            && move.lease().epoch() == before.leaseEpoch()
                            && after.leaseEpoch() == before.leaseEpoch(),
                    "I4: {} of a lease that was lost changed its successor's task",
                    "apply",
                    before,
                    after);
            require(
                    move != null && after.status() == move.target(),
                    "%s made another move than asked",
                    "apply",
                    before,
                    after);
            if (move instanceof Move.Park park && park.reason().isBeforeStart()) {
                require(
                        after.attempts() == before.attempts() - 1,
                        "%s counted a start that was none",
                        "park",
                        before,
                        after);
                world.sometimes("parked-by-" + park.reason());
            }
            int retries = move instanceof Move.Retry ? 1 : 0;
            require(after.retryCount() == before.retryCount() + retries, "%s counted wrong", "apply", before, after);
            world.sometimes("move-" + (move == null ? "" : move.getClass().getSimpleName()));
        });
        if (!lost.isEmpty()) {
            world.sometimes("result-dropped");
        }
        return lost;
    }

    <T> T renewed(List<Lease> leases, Supplier<T> effect) {
        return checked(
                "renew",
                effect,
                (before, after) -> require(
                        before.status() == TaskStatus.PROCESSING
                                && leases.contains(new Lease(before.id(), before.leaseEpoch())),
                        "%s of a lease that was lost",
                        "renew",
                        before,
                        after));
    }

    /** Stored once; and where its content is another than the stored one, as a conflict beside it. */
    void everyAcknowledgedNoticeIsKept(Collection<SimProvider.Notice> notices) {
        for (SimProvider.Notice notice : notices) {
            String event = notice.content().eventId();
            List<TaskRow> rows = store.rows().stream()
                    .filter(row -> row.eventId().equals(event))
                    .toList();
            world.require(rows.size() == 1, "I1: acknowledged {} is stored {} times", notice, rows.size());
            boolean isConflict = store.conflicts().stream()
                    .anyMatch(conflict -> conflict.other().event().eventId().equals(event));
            boolean isOther = notices.contains(new SimProvider.Notice(notice.event(), 1 - notice.variant()));
            world.require(!isOther || isConflict, "I1: acknowledged {} left no trace of its other content", notice);
        }
    }

    /** A healthy worker exists: nothing due may wait, and no ended lease may go unnoticed. */
    void nothingWaitsTooLong(Duration dueMax, Duration expiredMax) {
        Instant now = world.databaseTime();
        for (TaskRow row : store.rows()) {
            Duration late = Duration.between(row.nextRetryTime(), now);
            Duration max = row.status() == TaskStatus.PENDING ? dueMax : expiredMax;
            world.require(
                    isTerminal(row.status()) || late.compareTo(max) <= 0,
                    "I7: waits {} too long though a healthy worker exists: {}",
                    late,
                    row);
        }
    }

    boolean isAllFinished() {
        return seen.values().stream().allMatch(row -> isTerminal(row.status()));
    }

    static boolean isTerminal(TaskStatus status) {
        return switch (status) {
            case SUCCESS, FAILED, COMPENSATED -> true;
            case PENDING, PROCESSING -> false;
        };
    }
}
