package tallygate.gateway.admin.api;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Page;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.Approval;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.desk.BulkJob;
import tallygate.gateway.desk.BulkStore;
import tallygate.gateway.identity.Caller;
import tallygate.gateway.identity.Permission;

/** Approvals and bulk retries. A program may ask and refuse; agreeing is for people, or a token would be somebody's second person. */
public final class DecisionsApi {
    private final ApprovalStore approvals;
    private final BulkStore bulk;

    public DecisionsApi(ApprovalStore approvals, BulkStore bulk) {
        this.approvals = approvals;
        this.bulk = bulk;
    }

    public record ApprovalView(
            long id,
            String action,
            String object,
            String effect,
            String askedBy,
            String reason,
            String state,
            Instant expiresAt) {
        static ApprovalView of(Approval approval) {
            return new ApprovalView(
                    approval.id(),
                    approval.what().action(),
                    approval.what().objectType() + ":" + approval.what().objectId(),
                    approval.effect(),
                    approval.asked().by(),
                    approval.asked().reason(),
                    approval.state().name().toLowerCase(Locale.ROOT),
                    approval.expiresAt());
        }
    }

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
            String note) {
        static JobView of(BulkJob job) {
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
                    job.note());
        }
    }

    public record Note(Optional<String> note) {}

    public List<Route> routes() {
        return List.of(
                Route.get(
                                "/api/v1/approvals",
                                Permission.READ,
                                "What waits for a second person, and what was decided",
                                _ -> list())
                        .lists(ApprovalView.class),
                Route.post(
                                "/api/v1/approvals/{id}/agree",
                                Permission.OPERATE,
                                "Agree, which does it; for people only",
                                this::agree)
                        .body(Note.class)
                        .dangerous(),
                Route.post(
                                "/api/v1/approvals/{id}/refuse",
                                Permission.OPERATE,
                                "Refuse: nothing is done",
                                call -> decide(call, false))
                        .body(Note.class),
                Route.get("/api/v1/jobs", Permission.READ, "Bulk retries", _ -> jobs())
                        .lists(JobView.class),
                Route.get("/api/v1/jobs/{id}", Permission.READ, "One bulk retry and how far it is", this::job)
                        .answers(JobView.class),
                Route.post(
                        "/api/v1/jobs/{id}/pause",
                        Permission.OPERATE,
                        "Pause a running one",
                        call -> move(call, BulkJob.State.RUNS, BulkJob.State.PAUSED)),
                Route.post(
                        "/api/v1/jobs/{id}/resume",
                        Permission.OPERATE,
                        "Go on with a paused one",
                        call -> move(call, BulkJob.State.PAUSED, BulkJob.State.RUNS)),
                Route.post(
                        "/api/v1/jobs/{id}/stop",
                        Permission.OPERATE,
                        "Stop a running one for good",
                        call -> move(call, BulkJob.State.RUNS, BulkJob.State.STOPPED)));
    }

    private Reply list() {
        return Reply.ok(
                new Page<>(approvals.list(200).stream().map(ApprovalView::of).toList(), Optional.empty()));
    }

    private Reply agree(Call call) {
        if (!(call.caller() instanceof Caller.Person)) {
            throw ProblemException.forbidden("A second person has to agree; a token is none.");
        }
        return decide(call, true);
    }

    private Reply decide(Call call, boolean isAgreed) {
        return switch (approvals.decide(
                call.id("id"),
                isAgreed,
                call.actor(),
                call.body(Note.class).note().orElse(""))) {
            case DONE, REFUSED -> Reply.none();
            case OVERTAKEN ->
                throw ProblemException.changedMeanwhile("The object is not as it was when it was asked for.");
            case CLOSED -> throw ProblemException.changedMeanwhile("It was decided before, or its day is over.");
            case SAME_PERSON -> throw ProblemException.forbidden("Another person has to agree.");
            case MISSING -> throw ProblemException.missing("There is no such approval.");
        };
    }

    private Reply jobs() {
        return Reply.ok(new Page<>(bulk.list(200).stream().map(JobView::of).toList(), Optional.empty()));
    }

    private BulkJob find(Call call) {
        return bulk.find(call.id("id")).orElseThrow(() -> ProblemException.missing("There is no such job."));
    }

    private Reply job(Call call) {
        return Reply.ok(JobView.of(find(call)));
    }

    private Reply move(Call call, BulkJob.State from, BulkJob.State to) {
        BulkJob job = find(call);
        if (!bulk.move(job.id(), from, to, call.actor(), "")) {
            throw ProblemException.changedMeanwhile("Job " + job.id() + " is " + job.state() + ".");
        }
        return Reply.ok(JobView.of(find(call)));
    }
}
