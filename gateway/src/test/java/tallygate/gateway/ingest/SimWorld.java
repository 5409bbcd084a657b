package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import tallygate.gateway.ingest.SimPlan.Fault;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.LeasedTask;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.TaskIds;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WorkStore.Scan;

/**
 * One history: senders, nodes and a database take turns as a seed decides, first with faults, then without. What was
 * acknowledged must be stored at that moment; in the end everything must be acknowledged, stored once and run once.
 */
final class SimWorld {
    private static final Duration RELEASED_WITHIN = Duration.ofSeconds(6);

    private final SimPlan plan;
    private final SplittableRandom dice;
    private final SimNode.SimShared shared;
    private final Optional<SimGuard> without;
    private final TestClock clock = new TestClock();
    private final SimDatabase database;
    private final SimSender sender;
    private final List<SimNode> nodes = new ArrayList<>();
    private final Set<Lease> runs = new HashSet<>();
    private final Map<String, Lease> effects = new HashMap<>();
    private final double counted;
    /** Until a node takes its counts with it, or the database its rows. */
    private boolean isCountKept = true;

    private long owners = 1_000;
    private long idFloor;
    private long trace;

    SimWorld(long seed, SimNode.SimShared shared, Optional<SimGuard> without) {
        plan = SimPlan.draw(seed);
        dice = new SplittableRandom(~seed);
        this.shared = shared;
        this.without = without;
        counted = counted();
        database = new SimDatabase(plan, clock, dice);
        idFloor = clock.millis() - TaskIds.EPOCH_MILLIS + Duration.ofMinutes(10).toMillis();
        sender = new SimSender(database, plan.areIdsShared(), dice);
        for (int i = 0; i < plan.nodes(); i++) {
            nodes.add(start(i));
        }
    }

    /** A restarted node makes no id that it may have made before, unless the plan is that ids clash. */
    private SimNode start(int number) {
        idFloor += 1_000;
        TaskIds ids = plan.areIdsShared() ? new TaskIds(1, 0, clock) : new TaskIds(1 + number, idFloor, clock);
        return new SimNode(shared, database, dice, without, new NodeIdentity(ids, owners++));
    }

    /** @return a number that is equal for equal histories */
    long run() {
        for (int i = 0; i < plan.steps(); i++) {
            turn();
        }
        settle();
        check();
        return trace;
    }

    private void turn() {
        database.turn();
        int what = dice.nextInt(100);
        int at = dice.nextInt(nodes.size());
        trace = trace * 31 + what + clock.getAsLong();
        if (what < 35) {
            sender.deliver(sender.requests.get(dice.nextInt(sender.requests.size())), nodes.get(at));
        } else if (what < 75) {
            step(at);
        } else if (what < 85) {
            work(nodes.get(at));
        } else if (what < 93) {
            clock.tick(Duration.ofMillis(1L + dice.nextInt(dice.nextInt(4) == 0 ? 4_000 : 200)));
        } else if (what < 95 && plan.strikes(Fault.FAILOVER, dice)) {
            failOver();
        } else if (what < 97) {
            nodes.get(at).losesNumber(plan.strikes(Fault.NUMBER_LOST, dice));
        }
    }

    private void step(int at) {
        try {
            clock.tick(Duration.ofNanos(Math.min(nodes.get(at).step(), 50_000_000) / 2));
        } catch (SimDatabase.Crash _) {
            nodes.set(at, start(at));
            isCountKept = false;
        }
    }

    private void failOver() {
        database.failOver();
        isCountKept = false;
        sender.failedOver();
        effects.clear();
        for (SimNode node : nodes) {
            node.dropTasks();
            if (without.isEmpty() || without.get() != SimGuard.FORGET_ON_FAILOVER) {
                node.databaseChanged();
            }
        }
    }

    /** The end of a run and its completion. What crashes in between belongs to the worker's own simulation. */
    private void work(SimNode node) {
        node.next().ifPresent(held -> run(held.task()));
    }

    private void run(LeasedTask task) {
        if (!runs.add(task.lease())) {
            throw new AssertionError("handed over twice: " + task.lease());
        }
        if (task.eventId().startsWith(Hints.PREFIX) || task.currency().length() > 16) {
            throw new AssertionError("run although held or quarantined: " + task.eventId());
        }
        Set<Lease> lost = database.rows().apply(List.of(new Move.Done(task.lease())));
        if (lost.isEmpty() && !task.effectKey().isEmpty() && effects.put(task.effectKey(), task.lease()) != null) {
            throw new AssertionError("effect twice: " + task.effectKey());
        }
    }

    /** Nothing goes wrong any more. Every sender gets its acknowledgement, every row its worker. */
    private void settle() {
        database.quiet();
        nodes.forEach(node -> node.losesNumber(false));
        long end = clock.getAsLong() + Duration.ofMinutes(2).toNanos();
        while (!isSettled()) {
            if (end - clock.getAsLong() < 0) {
                throw new AssertionError("not settled: " + unsettled());
            }
            round();
        }
        // Two rounds of asking fit in here, and no lease ends.
        long released = clock.getAsLong() + RELEASED_WITHIN.toNanos();
        while (released - clock.getAsLong() > 0) {
            round();
        }
        checkNobodyWaitsForALease();
    }

    private void round() {
        database.turn();
        for (SimSender.Request request : sender.requests) {
            if (!request.isAcknowledged && !isOnItsWay(request)) {
                sender.deliver(request, nodes.get(dice.nextInt(nodes.size())));
            }
        }
        for (int i = 0; i < nodes.size(); i++) {
            for (int n = 0; n < 8; n++) {
                step(i);
            }
            work(nodes.get(i));
        }
        clock.tick(Duration.ofMillis(300));
    }

    private boolean isOnItsWay(SimSender.Request request) {
        return sender.attempts.stream().anyMatch(a -> a.request == request && !a.isAnswered && nodes.contains(a.to));
    }

    private boolean isSettled() {
        return !database.hasStuck()
                && sender.requests.stream().allMatch(r -> r.isAcknowledged)
                && sender.attempts.stream().allMatch(a -> a.isAnswered || !nodes.contains(a.to))
                && nodes.stream().allMatch(n -> n.held.isEmpty());
    }

    private String unsettled() {
        return sender.requests.stream()
                .filter(r -> !r.isAcknowledged)
                .map(r -> r.text)
                .toList()
                .toString();
    }

    /** A row leased by a node that lives and does not have it was never handed over, or is late: it must be due by now. */
    private void checkNobodyWaitsForALease() {
        Set<Long> alive = new HashSet<>();
        nodes.forEach(n -> alive.add(n.owner));
        for (TaskRow row : database.rows().rows()) {
            boolean isForgotten = row.status() == TaskStatus.PROCESSING
                    && row.leaseEpoch() == 1
                    && alive.contains(row.leaseOwner())
                    && row.nextRetryTime().isAfter(clock.instant());
            // An id fault is repaired inside the store; its unknown end is left to the end of the lease.
            if (isForgotten && TaskIds.nodeOf(row.id()) != TaskIds.NODE_MAX && !plan.areIdsShared()) {
                throw new AssertionError("leased and with nobody: " + row.eventId());
            }
        }
    }

    private void check() {
        clock.tick(SimNode.LIMITS.lease().plusSeconds(1));
        for (Scan scan : Scan.values()) {
            database.rows()
                    .claim(scan, Set.of("orders"), 500, owners++, SimNode.LIMITS.lease(), true)
                    .forEach(this::run);
        }
        for (TaskRow row : database.rows().rows()) {
            boolean isHeld = row.eventId().startsWith(Hints.PREFIX);
            if (row.status() != TaskStatus.SUCCESS && row.status() != TaskStatus.FAILED && !isHeld) {
                throw new AssertionError("not worked: " + row.eventId() + " " + row.status());
            }
        }
        sender.requests.forEach(sender::mustBeStored);
        checkCounts();
        for (SimNode node : nodes) {
            for (WriterCore core : node.cores) {
                if (core.queue().rows() != 0 || core.queue().bytes() != 0) {
                    throw new AssertionError("queue leaks " + core.queue().rows() + " rows");
                }
            }
            if (node.room() != node.roomAtStart()) {
                throw new AssertionError("worker room leaks: " + node.room() + " of " + node.roomAtStart());
            }
        }
    }

    /** What was stored is counted once, also what nobody waited for any more when it turned up. */
    private void checkCounts() {
        long rows = database.rows().rows().size();
        if (isCountKept && !plan.areIdsShared() && Math.round(counted() - counted) != rows) {
            throw new AssertionError("counted " + Math.round(counted() - counted) + " rows, stored " + rows);
        }
    }

    private double counted() {
        EndpointMeters meters = shared.desk().meters();
        return meters.stored.count() + meters.quarantined.count();
    }
}
