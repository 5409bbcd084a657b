package tallygate.gateway.task;

/** The right to complete a task. The epoch alone fences: it grows with every claim and never goes back. */
public record Lease(TaskId id, int epoch) {}
