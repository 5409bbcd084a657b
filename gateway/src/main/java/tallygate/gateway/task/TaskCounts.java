package tallygate.gateway.task;

import java.time.Duration;
import java.util.List;

/**
 * The backlog, for metrics. Finished rows are not in it: counting them would read the whole table.
 *
 * @param oldestDue how long the longest waiting due task of each route has been due, routes without one left out
 */
public record TaskCounts(List<Count> counts, List<Age> oldestDue) {
    /** Above this a count stops and says so. */
    public static final int COUNT_MAX = 10_000;

    /** In place of a route: tasks inserted by a shop that no claim has looked at yet. */
    public static final String NOT_SORTED_IN = "(new)";

    /** In place of a route: a shop's tasks with routes nobody knows, beyond the number that is told apart. */
    public static final String TOO_MANY_ROUTES = "(other)";

    public TaskCounts {
        counts = List.copyOf(counts);
        oldestDue = List.copyOf(oldestDue);
    }

    /**
     * Rows of one route in one state: pending, processing or failed.
     *
     * @param isCapped there are more than {@link #COUNT_MAX}; rows is that number then
     */
    public record Count(String route, TaskStatus status, int rows, boolean isCapped) {}

    public record Age(String route, Duration due) {}
}
