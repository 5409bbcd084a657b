package tallygate.callback.handler;

import java.util.OptionalInt;
import tallygate.callback.Outcome;

/** Takes the result of a task that its consumer told after the try had ended, or to another node than the one that asked. */
@FunctionalInterface
public interface LateResults {
    /** What became of a late result. */
    enum Taken {
        /** The task has moved as the result says. */
        APPLIED,
        /** No such task, or it had ended before. */
        NOT_OURS,
        /** The hand-out that it answers is over, and what it says does not hold for the one that followed. */
        SUPERSEDED,
        /** The store cannot be asked: the result must be told again. */
        AGAIN_LATER
    }

    /**
     * @param handOut which one it answers, proven by its token; empty when who tells it may end any task
     * @return never throws for a store that is away; it says {@link Taken#AGAIN_LATER}
     */
    Taken settle(long taskId, OptionalInt handOut, Outcome outcome);
}
