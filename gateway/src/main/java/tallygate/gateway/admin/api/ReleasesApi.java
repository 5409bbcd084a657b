package tallygate.gateway.admin.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.Changed;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;

/**
 * Held tasks, a selection at once: what one person may release is due at once, what a leaked key may have signed waits under one
 * approval for a second person.
 */
public final class ReleasesApi {
    /** Each is a transaction of its own. */
    public static final int TASKS_MAX = 500;

    private final AdminStore store;
    private final ApprovalStore approvals;

    public ReleasesApi(AdminStore store, ApprovalStore approvals) {
        this.store = store;
        this.approvals = approvals;
    }

    /** @param tasks numbers of 1..500 held tasks */
    public record Wanted(List<String> tasks, String reason) {}

    /**
     * What came of it.
     *
     * @param due how many are due at once
     * @param waiting how many wait for a second person
     * @param unchanged numbers of those that were not on hold any more, or were not there
     * @param approval what the waiting ones wait for
     */
    public record Released(int due, int waiting, List<String> unchanged, OptionalLong approval) {}

    public List<Route> routes() {
        return List.of(Route.post(
                        "/api/v1/tasks/release",
                        Permission.OPERATE,
                        "Held ones, several at once; where a key has leaked, when a second person agrees to all",
                        this::release)
                .body(Wanted.class)
                .answers(Released.class));
    }

    private Reply release(Call call) {
        Wanted wanted = call.body(Wanted.class);
        Released released = release(
                Optional.ofNullable(wanted.tasks()).orElse(List.of()), call.actor(), TasksApi.reason(wanted.reason()));
        return Reply.json(released.approval().isPresent() ? 202 : 200, released);
    }

    /** @throws ProblemException 400 for none, too many or no numbers; 409 when none of them is on hold */
    public Released release(List<String> numbers, Actor actor, String reason) {
        List<String> wanted = numbers.stream().distinct().sorted().toList();
        if (wanted.isEmpty()
                || wanted.size() > TASKS_MAX
                || !wanted.stream().allMatch(number -> number.matches("[1-9]\\d{0,17}"))) {
            throw ProblemException.bad("tasks", "are 1.." + TASKS_MAX + " numbers of tasks");
        }
        int due = 0;
        List<TaskRow> forTwo = new ArrayList<>();
        List<String> unchanged = new ArrayList<>();
        for (String number : wanted) {
            switch (store.release(new TaskId(Long.parseLong(number)), actor, reason)) {
                case Changed.Made _ -> due++;
                case Changed.ForTwo(TaskRow now) -> forTwo.add(now);
                case Changed.Stale _, Changed.Asked _, Changed.Emptied _, Changed.Missing _ -> unchanged.add(number);
            }
        }
        if (unchanged.size() == wanted.size()) {
            throw ProblemException.changedMeanwhile("None of these tasks is on hold. Nothing was changed.");
        }
        return new Released(
                due,
                forTwo.size(),
                unchanged,
                forTwo.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(approvals.askToRelease(forTwo, actor, reason)));
    }
}
