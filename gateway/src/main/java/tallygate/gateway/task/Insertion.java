package tallygate.gateway.task;

/** What one committed insert came to. All of them are to be acknowledged: each names a row that is committed. */
public sealed interface Insertion {
    /** The committed task that answers for the event. */
    TaskId task();

    /**
     * New, committed, and in the state that was asked for: a row to be leased is leased by this node with epoch 1.
     *
     * @param task not always the id that was sent: when that one was in use, the store took a new one
     */
    record Fresh(TaskId task) implements Insertion {}

    /** New, by an earlier call with these ids whose end was unknown; the row has gone on since. Not to be handed over. */
    record Earlier(TaskId task) implements Insertion {}

    /** The event had been stored before, with the same content. Not to be handed over. */
    record Duplicate(TaskId task) implements Insertion {}

    /** The event had been stored before with other content: a conflict row is committed beside it. */
    record Conflict(TaskId task) implements Insertion {}

    /** New event, but its money effect is claimed by another task: stored as success and linked, not to be run. */
    record EffectTaken(TaskId task, TaskId first) implements Insertion {}

    /** The database refuses this very row: kept as failed (committed), never run as it is. */
    record Quarantined(TaskId task, String why) implements Insertion {}
}
