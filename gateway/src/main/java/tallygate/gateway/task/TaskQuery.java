package tallygate.gateway.task;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Which tasks to list, newest first.
 *
 * @param statuses empty for all
 * @param before only tasks with smaller ids: the last id of the page before
 * @param from received at or after it, as its id says
 * @param to received before it
 * @param limit 1..500
 */
public record TaskQuery(
        Set<TaskStatus> statuses,
        Optional<String> route,
        Optional<String> endpoint,
        Optional<String> bizId,
        Optional<String> eventId,
        Optional<TaskId> before,
        Optional<Instant> from,
        Optional<Instant> to,
        int limit) {
    public TaskQuery {
        statuses = Set.copyOf(statuses);
        if (limit < 1 || limit > 500) {
            throw new IllegalArgumentException("a page has 1..500 tasks, asked for " + limit);
        }
    }

    /** No index leads to what fits: a walk may pass many that do not. */
    public boolean isPicky() {
        return bizId.isEmpty()
                && eventId.isEmpty()
                && (!statuses.isEmpty() || route.isPresent() || endpoint.isPresent());
    }

    public static TaskQuery newest(int limit) {
        return new TaskQuery(
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                limit);
    }

    public TaskQuery inStatus(TaskStatus... wanted) {
        return new TaskQuery(Set.of(wanted), route, endpoint, bizId, eventId, before, from, to, limit);
    }

    public TaskQuery ofRoute(String wanted) {
        return new TaskQuery(statuses, Optional.of(wanted), endpoint, bizId, eventId, before, from, to, limit);
    }

    public TaskQuery ofBizId(String wanted) {
        return new TaskQuery(statuses, route, endpoint, Optional.of(wanted), eventId, before, from, to, limit);
    }

    public TaskQuery ofEventId(String wanted) {
        return new TaskQuery(statuses, route, endpoint, bizId, Optional.of(wanted), before, from, to, limit);
    }

    public TaskQuery after(TaskId lastOfPage) {
        return new TaskQuery(statuses, route, endpoint, bizId, eventId, Optional.of(lastOfPage), from, to, limit);
    }
}
