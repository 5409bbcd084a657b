package tallygate.gateway.admin.console;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tallygate.gateway.admin.api.JobsApi;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.BulkJob;
import tallygate.gateway.desk.BulkPlans;
import tallygate.gateway.desk.BulkStore;
import tallygate.gateway.desk.Causes;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.identity.Permission;

/** Failed tasks by cause, and the retry of many: plan, confirm the exact count, watch. */
public final class FailedPages {
    private final Views views;
    private final BulkPlans plans;
    private final JobsApi jobs;
    private final BulkStore bulk;

    public FailedPages(Views views, BulkPlans plans, JobsApi jobs, BulkStore bulk) {
        this.views = views;
        this.plans = plans;
        this.jobs = jobs;
        this.bulk = bulk;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/failed", Permission.READ, "", this::causes),
                Route.post("/failed/{cause}/plan", Permission.OPERATE, "", this::plan),
                Route.get("/jobs", Permission.READ, "", this::jobs),
                Route.post("/jobs", Permission.OPERATE, "", this::planOfList),
                Route.get("/jobs/{id}", Permission.READ, "", this::job),
                Route.post("/jobs/{id}/start", Permission.OPERATE, "", this::start)
                        .dangerous(),
                Route.post("/jobs/{id}/pause", Permission.OPERATE, "", call -> move(call, BulkJob.State.PAUSED)),
                Route.post("/jobs/{id}/resume", Permission.OPERATE, "", call -> move(call, BulkJob.State.RUNS)),
                Route.post("/jobs/{id}/stop", Permission.OPERATE, "", call -> move(call, BulkJob.State.STOPPED)));
    }

    private Reply causes(Call call) {
        Look look = views.look(call);
        DeskStore.Failures failed = plans.failed();
        String count = look.number(failed.tasks().size()) + (failed.isCut() ? "+" : "");
        return views.page(call, "failed", Map.of("causes", Causes.of(failed.tasks()), "count", count));
    }

    private Reply plan(Call call) {
        return Reply.seeOther("/jobs/" + JobsApi.found(plans.ofCause(call.path("cause"), call.actor())));
    }

    /** Of the tasks that were ticked, or of all failed ones that fit the list's filters. */
    private Reply planOfList(Call call) {
        if (!call.form("match").orElse("").equals("all")) {
            return Reply.seeOther("/jobs/" + jobs.ofTasks(call.forms("task"), call.actor()));
        }
        TaskSearch.Filter filter = new TaskSearch.Filter(
                Optional.empty(), call.form("route"), call.form("endpoint"), call.form("provider"), call.form("error"));
        TaskSearch.Span span =
                TaskList.Filters.span(call.form("range"), call.form("from"), call.form("to"), views.look(call));
        return Reply.seeOther("/jobs/" + JobsApi.found(plans.ofFilter(filter, span, call.actor())));
    }

    private Reply job(Call call) {
        return views.page(call, "job", Map.of("job", jobs.find(call.id("id"))));
    }

    private Reply start(Call call) {
        BulkJob job = jobs.find(call.id("id"));
        JobsApi.Begin wish = new JobsApi.Begin(
                number(call, "count", call.needed("count")),
                call.needed("reason"),
                call.form("pace").map(pace -> number(call, "pace", pace)),
                Optional.of(!call.form("how").orElse("").equals("all")));
        OptionalLong approval = jobs.start(job, wish, call.actor());
        return Reply.seeOther(approval.isPresent() ? "/approvals/" + approval.getAsLong() : "/jobs/" + job.id());
    }

    private static int number(Call call, String name, String typed) {
        String digits = typed.replaceAll("[, ]", "");
        if (!digits.matches("\\d{1,9}")) {
            throw ProblemException.bad(
                    name, "is a number, was " + call.form(name).orElse(""));
        }
        return Integer.parseInt(digits);
    }

    private Reply move(Call call, BulkJob.State to) {
        return Reply.seeOther(
                "/jobs/" + jobs.move(call.id("id"), to, call.actor()).id());
    }

    private Reply jobs(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = bulk.list(100).stream()
                .map(job -> new Listing.Row(
                        Long.toString(job.id()),
                        "/jobs/" + job.id(),
                        List.of(
                                Listing.Cell.of(Long.toString(job.id()), look.time(job.createdAt())),
                                Listing.Cell.of(JobWords.cause(look, job.cause())),
                                Listing.Cell.of(look.number(job.progress().total())),
                                Listing.Cell.signed(sign(job.state()), state(look, job.state())),
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
                                look.say("No job yet", "还没有作业"),
                                look.say("Plan one from the failed desk.", "可从失败页发起计划。")))
                .under(new Listing.Link(look.say("Failed", "失败"), "/failed"));
        return views.page(call, "table", Map.of("list", list));
    }

    /** The sign of a state. */
    public static String sign(BulkJob.State state) {
        return switch (state) {
            case PLANNED -> "planned";
            case RUNS -> "processing";
            case PAUSED -> "waits";
            case DONE -> "success";
            case STOPPED -> "failed";
            case WAITS_FOR_APPROVAL -> "person";
            case DROPPED -> "idle";
        };
    }

    /** The state in the reader's words. */
    public static String state(Look look, BulkJob.State state) {
        return switch (state) {
            case PLANNED -> look.say("planned", "已计划");
            case RUNS -> look.say("runs", "执行中");
            case PAUSED -> look.say("paused", "已暂停");
            case DONE -> look.say("done", "已完成");
            case STOPPED -> look.say("stopped", "已停止");
            case WAITS_FOR_APPROVAL -> look.say("waits for a second person", "等待第二人批准");
            case DROPPED -> look.say("dropped", "已放弃");
        };
    }
}
