package tallygate.callback.handler;

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
        /** The store cannot be asked: the result must be told again. */
        AGAIN_LATER
    }

    /** @return never throws for a store that is away; it says {@link Taken#AGAIN_LATER} */
    Taken settle(long taskId, Outcome outcome);
}
