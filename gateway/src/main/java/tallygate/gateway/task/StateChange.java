package tallygate.gateway.task;

/**
 * A move that only a person (or the outcome probe in its own name) may make: 3 to 0, 3 to 4, 0 to 4, 2 to 0.
 *
 * @param reason why, in the actor's words; 1..1000 characters
 */
public record StateChange(TaskId task, TaskStatus from, TaskStatus to, Actor actor, String reason) {
    public StateChange {
        from.to(to);
        if (from == TaskStatus.PROCESSING || to == TaskStatus.PROCESSING) {
            throw new IllegalStateException(from + " -> " + to + " is made by leases only, never by hand");
        }
        if (reason.isBlank() || reason.length() > 1000) {
            throw new IllegalArgumentException("a reason has 1..1000 characters, got " + reason.length());
        }
    }

    /** What the audit log calls it. */
    public String action() {
        return to == TaskStatus.COMPENSATED
                ? (from == TaskStatus.PENDING ? "task-cancel" : "task-settle")
                : "task-reopen";
    }
}
