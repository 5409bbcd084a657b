package tallygate.gateway.task;

/** What one committed insert came to. All of them are to be acknowledged: each names a row that is committed. */
public sealed interface Insertion {
    /** The committed task that answers for the event. */
    TaskId task();

    /** New, and committed just now. */
    record Fresh(TaskId task) implements Insertion {}

    /** The event had been stored before, with the same content. */
    record Duplicate(TaskId task) implements Insertion {}

    /** The event had been stored before with other content: a conflict row is committed beside it. */
    record Conflict(TaskId task) implements Insertion {}

    /** New event, but its money effect is claimed by another task: stored and linked, not to be run. */
    record EffectTaken(TaskId task, TaskId first) implements Insertion {}

    /** The database refuses this very row: kept in quarantine (committed), never run as it is. */
    record Quarantined(TaskId task, String why) implements Insertion {}
}
