package tallygate.gateway.task;

/** A task's primary key: milliseconds since 2020-01-01T00:00Z (42 bits), node number (10 bits), sequence (12 bits). */
public record TaskId(long value) implements Comparable<TaskId> {
    public TaskId {
        if (value <= 0) {
            throw new IllegalArgumentException("task id must be positive, was " + value);
        }
    }

    @Override
    public int compareTo(TaskId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
