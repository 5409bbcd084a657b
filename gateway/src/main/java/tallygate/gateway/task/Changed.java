package tallygate.gateway.task;

/** What a change by hand came to. Written together with its audit row, or not at all. */
public sealed interface Changed {
    /** Committed, with its audit row. */
    record Made(TaskRow after) implements Changed {}

    /** The task is not in the state the actor saw: look again. Nothing was written. */
    record Stale(TaskRow now) implements Changed {}

    /** There is no such task. */
    record Missing() implements Changed {}
}
