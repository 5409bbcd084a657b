package tallygate.gateway.task;

/** What a change by hand came to. Written together with its audit row, or not at all. */
public sealed interface Changed {
    /** Committed, with its audit row. */
    record Made(TaskRow after) implements Changed {}

    /** The task is not in the state the actor saw: look again. Nothing was written. */
    record Stale(TaskRow now) implements Changed {}

    /** Whether the effect of the failed task is there is being asked: not settled before the answer. Nothing was written. */
    record Asked(TaskRow now) implements Changed {}

    /** It cannot run again: retention has emptied its content. Nothing was written. */
    record Emptied(TaskRow now) implements Changed {}

    /** It is on hold because a key of its endpoint is revoked: a second person has to agree. Nothing was written. */
    record ForTwo(TaskRow now) implements Changed {}

    /** There is no such task. */
    record Missing() implements Changed {}
}
