package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.BulkJob;
import tallygate.gateway.desk.BulkPlans;
import tallygate.gateway.desk.BulkStore;
import tallygate.gateway.desk.Causes;
import tallygate.gateway.desk.TaskSearch;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskId;

/** Failed tasks by cause, and retries of many: plan, start with the exact count, watch, pause, stop. */
public final class JobsApi {
    private static final int PACE = 5;
    private static final int PACE_MAX = 100;

    private final BulkPlans plans;
    private final BulkStore bulk;
    private final ApprovalStore approvals;

    public JobsApi(BulkPlans plans, BulkStore bulk, ApprovalStore approvals) {
        this.plans = plans;
        this.bulk = bulk;
        this.approvals = approvals;
    }

    /**
     * Failed tasks that have a route and a message in common.
     *
     * @param key names the cause in a plan
     * @param money minor units held up, by currency
     */
    public record CauseView(
            String key, String route, String message, int tasks, Map<String, Long> money, Instant first, Instant last) {
        static CauseView of(Causes.Cause cause) {
            return new CauseView(
                    cause.key(),
                    cause.route(),
                    cause.message(),
                    cause.tasks().size(),
                    new LinkedHashMap<>(cause.money()),
                    cause.first(),
                    cause.last());
        }
    }

    /**
     * Which failed tasks: one cause, or some by number, or those that fit all filters given, or all.
     *
     * @param from received at or after it, such as 2026-11-30T08:00:00Z or a day, in UTC
     * @param to received before it, or up to the end of a day
     * @param all must be true when there is neither a cause nor tasks nor a filter
     */
    public record NewJob(
            Optional<String> cause,
            Optional<List<String>> tasks,
            Optional<String> route,
            Optional<String> endpoint,
            Optional<String> provider,
            Optional<String> error,
            Optional<String> from,
            Optional<String> to,
            Optional<Boolean> all) {}

    /**
     * The wish to begin.
     *
     * @param count exactly how many tasks the plan has
     * @param pace tasks a second, 1..100, default 5
     * @param canary 1, then 10, then all, stopping at the first new failure; default true
     */
    public record Begin(int count, String reason, Optional<Integer> pace, Optional<Boolean> canary) {}

    /**
     * How far a bulk retry is; toGo + sent + done + failed + skipped = total.
     *
     * @param approval what a second person must agree to before it runs
     */
    public record JobView(
            long id,
            String cause,
            String state,
            int total,
            int toGo,
            int sent,
            int done,
            int failed,
            int skipped,
            String note,
            Optional<Long> approval) {
        static JobView of(BulkJob job, OptionalLong approval) {
            BulkJob.Progress progress = job.progress();
            return new JobView(
                    job.id(),
                    job.cause(),
                    job.state().name().toLowerCase(Locale.ROOT),
                    progress.total(),
                    progress.toGo(),
                    progress.sent(),
                    progress.done(),
                    progress.failed(),
                    progress.skipped(),
                    job.note(),
                    approval.isPresent() ? Optional.of(approval.getAsLong()) : Optional.empty());
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/causes", Permission.READ, "Failed tasks by cause, most first", _ -> causes())
                        .lists(CauseView.class),
                Route.get("/api/v1/jobs", Permission.READ, "Bulk retries", _ -> jobs())
                        .lists(JobView.class),
                Route.post("/api/v1/jobs", Permission.OPERATE, "Plan a bulk retry; nothing is retried yet", this::plan)
                        .body(NewJob.class)
                        .answers(JobView.class),
                Route.get("/api/v1/jobs/{id}", Permission.READ, "One bulk retry and how far it is", this::job)
                        .answers(JobView.class),
                Route.post(
                                "/api/v1/jobs/{id}/start",
                                Permission.OPERATE,
                                "Begin a planned one; above 100 tasks a second person must agree",
                                this::start)
                        .body(Begin.class)
                        .answers(JobView.class)
                        .dangerous(),
                Route.post(
                                "/api/v1/jobs/{id}/pause",
                                Permission.OPERATE,
                                "Pause a running one",
                                call -> moved(call, BulkJob.State.PAUSED))
                        .answers(JobView.class),
                Route.post(
                                "/api/v1/jobs/{id}/resume",
                                Permission.OPERATE,
                                "Go on with a paused one",
                                call -> moved(call, BulkJob.State.RUNS))
                        .answers(JobView.class),
                Route.post(
                                "/api/v1/jobs/{id}/stop",
                                Permission.OPERATE,
                                "Stop one for good",
                                call -> moved(call, BulkJob.State.STOPPED))
                        .answers(JobView.class));
    }

    private Reply causes() {
        return Reply.ok(new Page<>(
                Causes.of(plans.failed().tasks()).stream().map(CauseView::of).toList(), Optional.empty()));
    }

    private Reply jobs() {
        return Reply.ok(new Page<>(
                bulk.list(200).stream()
                        .map(job -> JobView.of(job, OptionalLong.empty()))
                        .toList(),
                Optional.empty()));
    }

    private Reply plan(Call call) {
        NewJob wanted = call.body(NewJob.class);
        TaskSearch.Filter filter = new TaskSearch.Filter(
                Optional.empty(), wanted.route(), wanted.endpoint(), wanted.provider(), wanted.error());
        TaskSearch.Span span = Received.of(Optional.empty(), wanted.from(), wanted.to(), Instant.EPOCH);
        boolean hasFilter = !filter.equals(TaskSearch.Filter.ANY) || !span.equals(TaskSearch.Span.EVER);
        long job;
        if (wanted.cause().isPresent()) {
            job = found(plans.ofCause(wanted.cause().get(), call.actor()));
        } else if (wanted.tasks().isPresent()) {
            job = ofTasks(wanted.tasks().get(), call.actor());
        } else if (hasFilter || wanted.all().orElse(false)) {
            job = found(plans.ofFilter(filter, span, call.actor()));
        } else {
            throw ProblemException.bad("all", "must be true for every failed task; otherwise name a cause or a filter");
        }
        return Reply.json(201, JobView.of(find(job), OptionalLong.empty()));
    }

    /** @throws ProblemException 404 when nothing fits */
    public static long found(OptionalLong job) {
        return job.orElseThrow(() -> ProblemException.missing("No failed task fits any more. Nothing was planned."));
    }

    /** Plans a retry of the tasks of these numbers. @throws ProblemException 400 for none, too many or no numbers */
    public long ofTasks(List<String> numbers, Actor actor) {
        Set<String> wanted = new TreeSet<>(numbers);
        if (wanted.isEmpty()
                || wanted.size() > BulkPlans.TASKS_MAX
                || !wanted.stream().allMatch(number -> number.matches("[1-9]\\d{0,17}"))) {
            throw ProblemException.bad("tasks", "are 1.." + BulkPlans.TASKS_MAX + " numbers of tasks");
        }
        return plans.ofTasks(
                wanted.stream()
                        .map(number -> new TaskId(Long.parseLong(number)))
                        .collect(Collectors.toSet()),
                actor);
    }

    /** @throws ProblemException 404 */
    public BulkJob find(long job) {
        return bulk.find(job).orElseThrow(() -> ProblemException.missing("There is no job " + job + "."));
    }

    private Reply job(Call call) {
        return Reply.ok(JobView.of(find(call.id("id")), OptionalLong.empty()));
    }

    private Reply start(Call call) {
        BulkJob job = find(call.id("id"));
        OptionalLong approval = start(job, call.body(Begin.class), call.actor());
        return Reply.json(approval.isPresent() ? 202 : 200, JobView.of(find(job.id()), approval));
    }

    /**
     * Begins a planned job, or asks a second person to agree.
     *
     * @return the approval that it waits for; empty when it runs
     */
    public OptionalLong start(BulkJob job, Begin wish, Actor actor) {
        if (wish.count() != job.progress().total()) {
            throw ProblemException.bad(
                    "count", "must be exactly " + job.progress().total() + ", was " + wish.count());
        }
        int pace = wish.pace().orElse(PACE);
        if (pace < 1 || pace > PACE_MAX) {
            throw ProblemException.bad("pace", "is 1.." + PACE_MAX + " tasks a second, was " + pace);
        }
        BulkJob.Plan plan = new BulkJob.Plan(
                actor.name(),
                TasksApi.reason(wish.reason()),
                pace,
                wish.canary().orElse(true));
        boolean needsApproval = job.progress().total() > BulkStore.ALONE_MAX;
        if (!bulk.start(job.id(), plan, needsApproval, actor)) {
            throw notAllowed(find(job.id()));
        }
        if (!needsApproval) {
            return OptionalLong.empty();
        }
        String effect = "Retry " + job.progress().total() + " tasks, " + plan.pace() + " a second"
                + (plan.hasCanary() ? ", 1, then 10, then all. " : ". ") + job.cause();
        return OptionalLong.of(approvals.askToStart(job.id(), effect, actor, plan.reason()));
    }

    private Reply moved(Call call, BulkJob.State to) {
        return Reply.ok(JobView.of(move(call.id("id"), to, call.actor()), OptionalLong.empty()));
    }

    /** Running to paused, paused to running, either to stopped. @throws ProblemException 409 from any other state */
    public BulkJob move(long id, BulkJob.State to, Actor actor) {
        BulkJob job = find(id);
        String note = to == BulkJob.State.STOPPED ? "by hand" : "";
        boolean isMoved = (to != BulkJob.State.RUNS && bulk.move(id, BulkJob.State.RUNS, to, actor, note))
                || (to != BulkJob.State.PAUSED && bulk.move(id, BulkJob.State.PAUSED, to, actor, note));
        if (!isMoved) {
            throw notAllowed(job);
        }
        return find(id);
    }

    private static ProblemException notAllowed(BulkJob job) {
        return ProblemException.changedMeanwhile(
                "Job " + job.id() + " is " + job.state().name().toLowerCase(Locale.ROOT) + ". Nothing was changed.");
    }
}
