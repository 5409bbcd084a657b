package tallygate.gateway.desk;

import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.TaskRow;

/**
 * One page of a search.
 *
 * @param next cursor of the next page; empty when nothing is left
 * @param isBounded the search stopped after looking at many rows that did not fit: fewer than asked for, and there may be more
 */
public record FoundTasks(List<TaskRow> tasks, Optional<String> next, boolean isBounded) {
    public FoundTasks {
        tasks = List.copyOf(tasks);
    }
}
