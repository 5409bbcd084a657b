package tallygate.gateway.saga;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a saga does, in one version. A running saga ends by the version it began with.
 *
 * @param timeLimit of the forward phase; the way back takes as long as it takes
 * @param lock what happens when two sagas are about the same business id
 */
public record Definition(String name, int version, Duration timeLimit, Lock lock, List<Step> steps) {
    static final int STEPS_MAX = 50;

    /** How sagas of one business id keep out of each other's way. */
    public enum Lock {
        /** They do not. */
        NONE,
        /** The second waits until the first has ended. */
        WAIT,
        /** The second is not started. */
        REFUSE
    }

    public Definition {
        steps = List.copyOf(steps);
        if (!name.matches("[a-z0-9][a-z0-9_-]{0,63}")) {
            throw new IllegalArgumentException("a saga's name has 1..64 of a-z, 0-9, _ and -, got '" + name + "'");
        }
        if (version < 1 || !timeLimit.isPositive()) {
            throw new IllegalArgumentException(
                    "saga " + name + ": the version is at least 1 and the time limit above 0");
        }
        requireOrder(name, steps);
        requireUndo(name, steps);
    }

    private static void requireOrder(String name, List<Step> steps) {
        if (steps.isEmpty() || steps.size() > STEPS_MAX) {
            throw new IllegalArgumentException("saga " + name + " has 1.." + STEPS_MAX + " steps, not " + steps.size());
        }
        if (steps.stream().map(Step::name).distinct().count() < steps.size()) {
            throw new IllegalArgumentException("saga " + name + " has two steps of one name");
        }
        int stage = 0;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step.seq() != i + 1 || step.stage() < stage || step.stage() > stage + 1) {
                throw new IllegalArgumentException("saga " + name + ": step " + step.name() + " is out of order");
            }
            stage = step.stage();
        }
    }

    private static void requireUndo(String name, List<Step> steps) {
        List<Step> pivots = steps.stream().filter(Step::isPivot).toList();
        if (pivots.size() > 1) {
            throw new IllegalArgumentException("saga " + name + " has more than one pivot");
        }
        int last = pivots.isEmpty() ? Integer.MAX_VALUE : pivots.getFirst().stage();
        for (Step step : steps) {
            if (step.stage() < last && step.ways().compensation().isEmpty()) {
                throw new IllegalArgumentException("saga " + name + ": step " + step.name()
                        + " has no compensation, which only the pivot and the steps after it may lack");
            }
            if (step.stage() == last && !step.isPivot()) {
                throw new IllegalArgumentException("saga " + name + ": step " + step.name()
                        + " runs at the same time as the pivot, which runs alone");
            }
        }
    }

    public Step step(int seq) {
        return steps.get(seq - 1);
    }

    Optional<Step> pivot() {
        return steps.stream().filter(Step::isPivot).findFirst();
    }

    /** The pivot's request, once it was meant to be sent. */
    Optional<Entry> pivotEntry(Snapshot saga) {
        return pivot().flatMap(pivot -> saga.entry(Direction.FORWARD, pivot.seq()));
    }

    /** Whether a saga may turn back: not after the pivot, and not while it may have run, unless it can be undone itself. */
    public boolean mayTurn(Snapshot saga) {
        Optional<Entry> entry = pivotEntry(saga).filter(Entry::mayHaveRun);
        return entry.isEmpty()
                || (entry.get().status() != StepStatus.DONE
                        && pivot().flatMap(step -> step.ways().compensation()).isPresent());
    }

    /** Before the next try of a compensation that was refused. */
    public Duration pauseBeforeUndoing(int seq, int triesMade) {
        return step(seq).rules().backward().beforeRetry(triesMade, Duration.ZERO);
    }
}
