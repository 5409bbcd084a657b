package tallygate.gateway.ingest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tallygate.gateway.ingest.SimPlan.Fault;
import tallygate.gateway.task.InMemoryStore;
import tallygate.gateway.task.Insertion;
import tallygate.gateway.task.IntakeStore;
import tallygate.gateway.task.NewTask;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.StoreException.Kind;
import tallygate.gateway.task.TaskId;

/** The one database of a history: rows in memory, and between them and the nodes whatever the plan lets go wrong. */
final class SimDatabase implements IntakeStore {
    /** The process that made the call is gone. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crash", null, false, false);
        }
    }

    private record Stuck(long at, Runnable commit) {}

    final TestClock clock;
    private final SimPlan plan;
    private final SplittableRandom dice;
    private final List<Stuck> stuck = new ArrayList<>();
    private InMemoryStore rows;
    private boolean isQuiet;
    private long downUntil;

    SimDatabase(SimPlan plan, TestClock clock, SplittableRandom dice) {
        this.plan = plan;
        this.clock = clock;
        this.dice = dice;
        rows = new InMemoryStore(clock);
        downUntil = clock.getAsLong();
    }

    InMemoryStore rows() {
        return rows;
    }

    /** Lets commits come loose whose time has come. */
    void turn() {
        List<Stuck> loose =
                stuck.stream().filter(s -> s.at - clock.getAsLong() <= 0).toList();
        stuck.removeAll(loose);
        loose.forEach(s -> s.commit.run());
        if (!isQuiet && plan.strikes(Fault.OUTAGE, dice) && dice.nextInt(10) == 0) {
            downUntil =
                    clock.getAsLong() + Duration.ofMillis(dice.nextInt(5_000)).toNanos();
        }
    }

    /** An empty copy takes over. */
    void failOver() {
        stuck.clear();
        rows = new InMemoryStore(clock);
    }

    /** From now on nothing goes wrong; what is stuck comes loose within the next seconds. */
    void quiet() {
        isQuiet = true;
        downUntil = clock.getAsLong();
    }

    boolean hasStuck() {
        return !stuck.isEmpty();
    }

    @Override
    public List<Insertion> insert(List<NewTask> batch, long owner, Duration lease) {
        reach();
        if (!isQuiet) {
            before(batch, owner, lease);
        }
        List<Insertion> committed = rows.insert(batch, owner, lease);
        if (!isQuiet && plan.strikes(Fault.UNKNOWN_COMMITTED, dice)) {
            throw new StoreException(Kind.UNKNOWN, "connection lost, committed");
        }
        if (!isQuiet && plan.strikes(Fault.CRASH_AFTER_COMMIT, dice)) {
            throw new Crash();
        }
        return committed;
    }

    @Override
    public Insertion quarantine(NewTask task, String why) {
        reach();
        return rows.quarantine(task, why);
    }

    @Override
    public List<Insertion> release(List<TaskId> ids, long owner) {
        reach();
        return rows.release(ids, owner);
    }

    @Override
    public List<Insertion> find(List<TaskId> ids) {
        reach();
        return rows.find(ids);
    }

    private void before(List<NewTask> batch, long owner, Duration lease) {
        if (plan.strikes(Fault.CRASH_BEFORE_COMMIT, dice)) {
            throw new Crash();
        }
        if (plan.strikes(Fault.TRANSIENT, dice)) {
            throw new StoreException(Kind.TRANSIENT, "deadlock");
        }
        if (plan.strikes(Fault.UNKNOWN_LOST, dice)) {
            throw new StoreException(Kind.UNKNOWN, "connection lost, rolled back");
        }
        if (plan.strikes(Fault.UNKNOWN_STUCK, dice)) {
            InMemoryStore to = rows;
            long at = clock.getAsLong() + Duration.ofMillis(dice.nextInt(8_000)).toNanos();
            stuck.add(new Stuck(at, () -> commitLate(to, batch, owner, lease)));
            throw new StoreException(Kind.UNKNOWN, "connection lost, still running");
        }
    }

    private static void commitLate(InMemoryStore to, List<NewTask> batch, long owner, Duration lease) {
        try {
            var _ = to.insert(batch, owner, lease);
        } catch (StoreException _) {
            // Refused as a whole: it would have been rolled back.
        }
    }

    private void reach() {
        clock.tick(Duration.ofNanos(100_000 + dice.nextInt(2_000_000)));
        if (isQuiet) {
            return;
        }
        if (plan.strikes(Fault.SLOW, dice)) {
            clock.tick(Duration.ofMillis(dice.nextInt(2_500)));
        }
        if (downUntil - clock.getAsLong() > 0 || plan.strikes(Fault.UNAVAILABLE, dice)) {
            throw new StoreException(Kind.UNAVAILABLE, "connection refused");
        }
    }
}
