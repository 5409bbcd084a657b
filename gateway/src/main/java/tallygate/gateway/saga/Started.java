package tallygate.gateway.saga;

/** What became of a start. */
public sealed interface Started {
    /** Committed, together with the end of the task that started it. */
    record Fresh(Snapshot saga) implements Started {}

    /** It had been started before: a retried task never starts a second one. The task is ended too. */
    record Known(SagaId id, SagaStatus status) implements Started {}

    /** Another saga works on the same business id, and the definition says that the second is not started. */
    record Busy(SagaId holder) implements Started {}

    /** The task that wanted it is somebody else's by now: nothing was written. */
    record TaskLost() implements Started {}
}
