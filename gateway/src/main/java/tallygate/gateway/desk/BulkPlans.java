package tallygate.gateway.desk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

/** Fixes which failed tasks a bulk retry is about: those of a cause, those that fit a filter, or those named. */
public final class BulkPlans {
    /** So many of the latest failed tasks are looked at, so that a plan is made at once. */
    public static final int TASKS_MAX = 10_000;

    /** So many of them are grouped when somebody looks: their rows lie scattered, and each costs a look of its own. */
    public static final int LOOKED_AT_MAX = 3_000;

    private static final int PAGE = 500;
    private static final Comparator<TaskId> BY_AGE = Comparator.comparingLong(TaskId::value);

    private final DeskStore desk;
    private final BulkStore bulk;

    public BulkPlans(DeskStore desk, BulkStore bulk) {
        this.desk = desk;
        this.bulk = bulk;
    }

    /** The latest failed tasks, at most {@link #LOOKED_AT_MAX}. */
    public DeskStore.Failures failed() {
        return desk.failures(LOOKED_AT_MAX);
    }

    private List<TaskRow> failed(TaskSearch.Filter wanted, TaskSearch.Span span) {
        TaskSearch.Filter filter = new TaskSearch.Filter(
                Optional.of(TaskStatus.FAILED), wanted.route(), wanted.endpoint(), wanted.provider(), wanted.error());
        List<TaskRow> failed = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            FoundTasks page = desk.search(new TaskSearch(Optional.empty(), Set.of(), filter, span, after, PAGE));
            failed.addAll(page.tasks());
            after = page.next();
        } while (after.isPresent() && failed.size() < TASKS_MAX);
        return failed.size() <= TASKS_MAX ? failed : failed.subList(0, TASKS_MAX);
    }

    /** @return the job's number; empty when no failed task has this cause any more */
    public OptionalLong ofCause(String key, Actor actor) {
        return Causes.of(desk.failures(TASKS_MAX).tasks()).stream()
                .filter(cause -> cause.key().equals(key))
                .mapToLong(cause -> bulk.plan(cause.route() + ": " + cause.message(), cause.tasks(), actor))
                .findFirst();
    }

    /**
     * Failed tasks that fit; the filter's status does not matter.
     *
     * @return the job's number; empty when none fits
     */
    public OptionalLong ofFilter(TaskSearch.Filter filter, TaskSearch.Span span, Actor actor) {
        List<TaskId> tasks =
                failed(filter, span).stream().map(TaskRow::id).sorted(BY_AGE).toList();
        return tasks.isEmpty() ? OptionalLong.empty() : OptionalLong.of(bulk.plan(words(filter, span), tasks, actor));
    }

    private static String words(TaskSearch.Filter filter, TaskSearch.Span span) {
        List<String> words = new ArrayList<>();
        filter.route().ifPresent(route -> words.add("route " + route));
        filter.endpoint().ifPresent(endpoint -> words.add("endpoint " + endpoint));
        filter.provider().ifPresent(provider -> words.add("provider " + provider));
        filter.error().ifPresent(error -> words.add("error contains " + error));
        span.from().ifPresent(from -> words.add("received from " + from));
        span.to().ifPresent(to -> words.add("received before " + to));
        return words.isEmpty() ? "all failed tasks" : "failed tasks: " + String.join(", ", words);
    }

    /** Exactly these; one that is not failed when its turn comes is skipped. */
    public long ofTasks(Set<TaskId> tasks, Actor actor) {
        return bulk.plan("picked by hand", tasks.stream().sorted(BY_AGE).toList(), actor);
    }
}
