package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.BulkJob;
import tallygate.gateway.desk.BulkStore;
import tallygate.gateway.desk.Causes;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.FoundTasks;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.TaskRow;
import tallygate.gateway.task.TaskStatus;

/** Failed tasks by cause, and the retry of many: plan, confirm the exact count, watch. */
public final class FailedPages {
    private static final int LOOKED_AT_MAX = 10_000;
    private static final int PACE_MAX = 100;

    private final Views views;
    private final DeskStore desk;
    private final BulkStore bulk;
    private final ApprovalStore approvals;

    public FailedPages(Views views, DeskStore desk, BulkStore bulk, ApprovalStore approvals) {
        this.views = views;
        this.desk = desk;
        this.bulk = bulk;
        this.approvals = approvals;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/failed", Permission.READ, "", this::causes),
                Route.post("/failed/{cause}/plan", Permission.OPERATE, "", this::plan),
                Route.get("/jobs", Permission.READ, "", this::jobs),
                Route.get("/jobs/{id}", Permission.READ, "", this::job),
                Route.post("/jobs/{id}/start", Permission.OPERATE, "", this::start)
                        .dangerous(),
                Route.post(
                        "/jobs/{id}/pause",
                        Permission.OPERATE,
                        "",
                        call -> move(call, BulkJob.State.RUNS, BulkJob.State.PAUSED)),
                Route.post(
                        "/jobs/{id}/resume",
                        Permission.OPERATE,
                        "",
                        call -> move(call, BulkJob.State.PAUSED, BulkJob.State.RUNS)),
                Route.post("/jobs/{id}/stop", Permission.OPERATE, "", this::stop));
    }

    /** The latest failed tasks, at most so many that a page is made at once. */
    private List<TaskRow> failed() {
        List<TaskRow> failed = new ArrayList<>();
        TaskSearch.Filter filter = new TaskSearch.Filter(
                Optional.of(TaskStatus.FAILED), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        Optional<String> after = Optional.empty();
        do {
            FoundTasks page =
                    desk.search(new TaskSearch(Optional.empty(), Set.of(), filter, TaskSearch.Span.EVER, after, 500));
            failed.addAll(page.tasks());
            after = page.next();
        } while (after.isPresent() && failed.size() < LOOKED_AT_MAX);
        return failed;
    }

    private Reply causes(Call call) {
        Look look = views.look(call);
        List<TaskRow> failed = failed();
        List<Causes.Cause> causes = Causes.of(failed);
        boolean isCut = failed.size() >= LOOKED_AT_MAX;
        return views.page(
                call, "failed", Map.of("causes", causes, "count", look.number(failed.size()) + (isCut ? "+" : "")));
    }

    private Reply plan(Call call) {
        Causes.Cause cause = Causes.of(failed()).stream()
                .filter(found -> found.key().equals(call.path("cause")))
                .findFirst()
                .orElseThrow(() -> ProblemException.missing("No failed task has this cause any more."));
        return Reply.seeOther(
                "/jobs/" + bulk.plan(cause.route() + ": " + cause.message(), cause.tasks(), call.actor()));
    }

    private BulkJob find(Call call) {
        return bulk.find(call.id("id"))
                .orElseThrow(() -> ProblemException.missing("There is no job " + call.path("id") + "."));
    }

    private Reply job(Call call) {
        return views.page(call, "job", Map.of("job", find(call)));
    }

    private Reply start(Call call) {
        BulkJob job = find(call);
        String typed = call.needed("count").replaceAll("[, ]", "");
        if (!typed.equals(Integer.toString(job.progress().total()))) {
            throw ProblemException.bad(
                    "count", "must be exactly " + job.progress().total() + ", was " + typed);
        }
        BulkJob.Plan plan = new BulkJob.Plan(
                call.actor().name(),
                call.needed("reason"),
                pace(call),
                !call.form("how").orElse("").equals("all"));
        boolean needsApproval = job.progress().total() > BulkStore.ALONE_MAX;
        if (!bulk.start(job.id(), plan, needsApproval, call.actor())) {
            throw ProblemException.changedMeanwhile("Job " + job.id() + " is " + job.state() + ", not planned.");
        }
        if (needsApproval) {
            String effect = "Retry " + job.progress().total() + " tasks, " + plan.pace() + " a second"
                    + (plan.hasCanary() ? ", 1, then 10, then all. " : ". ") + job.cause();
            return Reply.seeOther("/approvals/" + approvals.askToStart(job.id(), effect, call.actor(), plan.reason()));
        }
        return Reply.seeOther("/jobs/" + job.id());
    }

    private static int pace(Call call) {
        String given = call.form("pace").orElse("5");
        if (!given.matches("\\d{1,3}") || Integer.parseInt(given) < 1 || Integer.parseInt(given) > PACE_MAX) {
            throw ProblemException.bad("pace", "is 1.." + PACE_MAX + " tasks a second");
        }
        return Integer.parseInt(given);
    }

    private Reply move(Call call, BulkJob.State from, BulkJob.State to) {
        BulkJob job = find(call);
        if (!bulk.move(job.id(), from, to, call.actor(), "")) {
            throw ProblemException.changedMeanwhile("Job " + job.id() + " is " + job.state() + ".");
        }
        return Reply.seeOther("/jobs/" + job.id());
    }

    private Reply stop(Call call) {
        BulkJob job = find(call);
        boolean isStopped = bulk.move(job.id(), BulkJob.State.RUNS, BulkJob.State.STOPPED, call.actor(), "by hand")
                || bulk.move(job.id(), BulkJob.State.PAUSED, BulkJob.State.STOPPED, call.actor(), "by hand");
        if (!isStopped) {
            throw ProblemException.changedMeanwhile("Job " + job.id() + " is " + job.state() + ".");
        }
        return Reply.seeOther("/jobs/" + job.id());
    }

    private Reply jobs(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = bulk.list(100).stream()
                .map(job -> new Listing.Row(
                        Long.toString(job.id()),
                        "/jobs/" + job.id(),
                        List.of(
                                Listing.Cell.of(Long.toString(job.id()), look.time(job.createdAt())),
                                Listing.Cell.of(job.cause()),
                                Listing.Cell.of(look.number(job.progress().total())),
                                Listing.Cell.of(job.state().name()),
                                Listing.Cell.of(job.plan().requestedBy()))))
                .collect(Collectors.toList());
        Listing list = Listing.of(
                look.say("Bulk retries", "批量重试"),
                look.say("Plans and jobs, newest first.", "计划与作业，最新在前。"),
                List.of(
                        look.say("Job", "作业"),
                        look.say("Cause", "原因"),
                        look.say("Tasks", "任务数"),
                        look.say("State", "状态"),
                        look.say("By", "发起人")),
                rows,
                new Listing.Empty(
                        look.say("No job yet", "还没有作业"), look.say("Plan one from the failed desk.", "可从失败页发起计划。")));
        return views.page(call, "table", Map.of("list", list));
    }
}
