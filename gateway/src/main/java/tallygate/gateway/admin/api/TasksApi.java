package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.Problem;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.Changed;
import tallygate.gateway.task.StateChange;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskQuery;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

/** Tasks: look, and repair through the state machine with an audit row in the same transaction. */
public final class TasksApi {
    private final AdminStore store;
    private final ApprovalStore approvals;

    public TasksApi(AdminStore store, ApprovalStore approvals) {
        this.store = store;
        this.approvals = approvals;
    }

    /** What waits for a second person now. */
    public record Asked(long approval) {}

    /**
     * Why a task is changed by hand.
     *
     * @param reason 1..1000 characters, kept in the audit log
     */
    public record Why(String reason) {}

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/tasks", Permission.READ, "Tasks, newest first", this::list)
                        .query("status", "pending, processing, success, failed, compensated; may be repeated")
                        .query("route", "name of a route")
                        .query("endpoint", "name of an endpoint")
                        .query("bizId", "order number, exactly")
                        .query("eventId", "event id, exactly")
                        .query("from", Received.FROM)
                        .query("to", Received.TO)
                        .lists(TaskView.class),
                Route.get("/api/v1/tasks/{id}", Permission.READ, "One task", this::show)
                        .answers(TaskView.class),
                Route.post(
                                "/api/v1/tasks/{id}/retry",
                                Permission.OPERATE,
                                "Failed: pending again, due at once",
                                this::retry)
                        .body(Why.class)
                        .answers(TaskView.class),
                Route.post(
                                "/api/v1/tasks/{id}/settle",
                                Permission.OPERATE,
                                "Failed or pending: compensated, for good",
                                this::settle)
                        .body(Why.class)
                        .answers(TaskView.class),
                Route.post(
                                "/api/v1/tasks/{id}/force",
                                Permission.OPERATE,
                                "Done: run again, when a second person agrees",
                                this::force)
                        .body(Why.class)
                        .answers(Asked.class)
                        .dangerous(),
                Route.post(
                                "/api/v1/tasks/{id}/release",
                                Permission.OPERATE,
                                "Held: due at once; where a key has leaked, when a second person agrees",
                                this::release)
                        .body(Why.class)
                        .answers(TaskView.class));
    }

    private Reply list(Call call) {
        int limit = call.limit();
        TaskSearch.Span span = Received.of(Optional.empty(), call.query("from"), call.query("to"), Instant.EPOCH);
        TaskQuery query = new TaskQuery(
                statuses(call.queries("status")),
                call.query("route"),
                call.query("endpoint"),
                call.query("bizId"),
                call.query("eventId"),
                call.query("after").map(TasksApi::cursor),
                span.from(),
                span.to(),
                limit + 1);
        AdminStore.Walked found = store.walk(query);
        List<TaskView> tasks = found.tasks().stream().map(TaskView::of).toList();
        return Reply.ok(
                tasks.size() > limit || found.end().isEmpty()
                        ? Page.of(tasks, limit, TaskView::id)
                        : new Page<>(tasks, found.end().map(TaskId::toString)));
    }

    /** By their words; another word is the caller's fault. */
    public static Set<TaskStatus> statuses(List<String> words) {
        Set<TaskStatus> statuses = EnumSet.noneOf(TaskStatus.class);
        for (String word : words) {
            try {
                statuses.add(TaskStatus.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw ProblemException.bad("status", "is none of ours: " + word);
            }
        }
        return statuses;
    }

    private static TaskId cursor(String after) {
        try {
            return new TaskId(Long.parseLong(after));
        } catch (NumberFormatException e) {
            throw ProblemException.bad("after", "is not what a page before gave");
        }
    }

    private Reply show(Call call) {
        TaskRow task = find(call);
        return Reply.ok(TaskView.of(task, store.copies(task.id()), OptionalLong.empty()));
    }

    private TaskRow find(Call call) {
        return store.find(new TaskId(call.id("id")))
                .orElseThrow(() -> ProblemException.missing("There is no task " + call.path("id") + "."));
    }

    private Reply retry(Call call) {
        return change(call, TaskStatus.PENDING);
    }

    private Reply settle(Call call) {
        return change(call, TaskStatus.COMPENSATED);
    }

    private Reply change(Call call, TaskStatus to) {
        return Reply.ok(TaskView.of(move(find(call), to, call.actor(), reason(call))));
    }

    private Reply release(Call call) {
        return switch (release(find(call), call.actor(), reason(call))) {
            case Released.Now(TaskRow after) -> Reply.ok(TaskView.of(after));
            case Released.Asked(TaskRow now, long approval) ->
                Reply.json(202, TaskView.of(now, Optional.empty(), OptionalLong.of(approval)));
        };
    }

    private Reply force(Call call) {
        return Reply.json(202, new Asked(askToForce(find(call), call.actor(), reason(call))));
    }

    /**
     * Failed to pending, failed or pending to compensated.
     *
     * @throws ProblemException 409 when the state does not allow it
     */
    public TaskRow move(TaskRow seen, TaskStatus to, Actor actor, String reason) {
        boolean isByHand = seen.status() != TaskStatus.PROCESSING && seen.status() != TaskStatus.SUCCESS;
        if (!isByHand || !seen.status().next().contains(to)) {
            throw ProblemException.changedMeanwhile(
                    "Task " + seen.id() + " is " + seen.status() + ", from which no hand moves it to " + to + ".");
        }
        return told(store.change(new StateChange(seen.id(), seen.status(), to, actor, reason)));
    }

    /** What came of a release. */
    public sealed interface Released {
        /** Due at once. */
        record Now(TaskRow after) implements Released {}

        /** Its endpoint's key leaked: a second person has to agree. */
        record Asked(TaskRow now, long approval) implements Released {}
    }

    /** A held task: due at once; one that a leaked key may have signed when a second person agrees. */
    public Released release(TaskRow seen, Actor actor, String reason) {
        Changed changed = store.release(seen.id(), actor, reason);
        return changed instanceof Changed.ForTwo(TaskRow now)
                ? new Released.Asked(now, approvals.askToRelease(List.of(now), actor, reason))
                : new Released.Now(told(changed));
    }

    /** A finished task is run again when a second person agrees. */
    public long askToForce(TaskRow seen, Actor actor, String reason) {
        if (seen.status() != TaskStatus.SUCCESS) {
            throw ProblemException.changedMeanwhile("Task " + seen.id() + " is " + seen.status() + ", not finished.");
        }
        return approvals.askToReopen(seen.id().toString(), TaskView.of(seen).version(), actor, reason);
    }

    static String reason(Call call) {
        return reason(call.body(Why.class).reason());
    }

    /** Stripped. @throws ProblemException 400 when it is absent, empty or too long */
    static String reason(@Nullable String given) {
        String reason = Optional.ofNullable(given).orElse("").strip();
        if (reason.isEmpty() || reason.length() > 1000) {
            throw ProblemException.bad("reason", "has 1..1000 characters, had " + reason.length());
        }
        return reason;
    }

    private static TaskRow told(Changed changed) {
        return switch (changed) {
            case Changed.Made(TaskRow after) -> after;
            case Changed.Stale(TaskRow now) ->
                throw ProblemException.changedMeanwhile("Task " + now.id() + " is "
                        + TaskRow.stateLine(now.status(), now.retryCount(), now.waitReason()) + " by now.");
            case Changed.Asked(TaskRow now) ->
                throw new ProblemException(Problem.of(
                        409,
                        "outcome-asked",
                        "Outcome not known yet",
                        "The last outcome of task " + now.id()
                                + " is unknown and its receiver is being asked whether the"
                                + " effect is there. Nothing was done; settle it when GET /api/v1/tasks/" + now.id()
                                + "/probe has an answer. / 任务 " + now.id()
                                + " 最近一次结果未知，正在向接收方查询是否已生效。未做任何更改；查询有答案后再了结。"));
            case Changed.Emptied(TaskRow now) ->
                throw new ProblemException(Problem.of(
                        409,
                        "content-emptied",
                        "Content is gone",
                        "Task " + now.id()
                                + " cannot run again: retention has emptied its content (retention.payloads)."
                                + " Nothing was done; ask the provider for the payment, or settle it by hand. / 任务 "
                                + now.id() + " 的内容已按保留期清空，无法再次执行。未做任何更改；请向平台查询该笔支付，或人工了结。"));
            case Changed.ForTwo(TaskRow now) ->
                throw new IllegalStateException("task " + now.id() + " is released by two");
            case Changed.Missing() -> throw ProblemException.missing("The task is not there any more.");
        };
    }
}
