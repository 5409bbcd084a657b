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
