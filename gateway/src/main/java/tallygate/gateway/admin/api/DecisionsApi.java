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
import tallygate.gateway.identity.Caller;
import tallygate.gateway.identity.Permission;

/** Approvals. A program may ask and refuse; agreeing is for people, or a token would be somebody's second person. */
public final class DecisionsApi {
    private final ApprovalStore approvals;

    public DecisionsApi(ApprovalStore approvals) {
        this.approvals = approvals;
    }

    /** @param tasks all of a selection, by number; empty where it is about one object */
    public record ApprovalView(
            long id,
            String action,
            String object,
            String effect,
            List<String> tasks,
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
                    approval.tasks(),
                    approval.asked().by(),
                    approval.asked().reason(),
                    approval.state().name().toLowerCase(Locale.ROOT),
                    approval.expiresAt());
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
                Route.get("/api/v1/approvals/{id}", Permission.READ, "One of them", this::one)
                        .answers(ApprovalView.class),
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
                        .body(Note.class));
    }

    private Reply list() {
        return Reply.ok(
                new Page<>(approvals.list(200).stream().map(ApprovalView::of).toList(), Optional.empty()));
    }

    private Reply one(Call call) {
        return approvals
                .find(call.id("id"))
                .map(found -> Reply.ok(ApprovalView.of(found)))
                .orElseThrow(() -> ProblemException.missing("There is no such approval."));
    }

    private Reply agree(Call call) {
        if (!(call.caller() instanceof Caller.Person)) {
            throw ProblemException.forbidden("A second person has to agree; a token is none.");
        }
        mayAgree(call, approvals);
        return decide(call, true);
    }

    /** @throws ProblemException 403 when whoever agrees could not have asked for it */
    public static void mayAgree(Call call, ApprovalStore approvals) {
        Approval approval =
                approvals.find(call.id("id")).orElseThrow(() -> ProblemException.missing("There is no such approval."));
        if (!call.caller().may(approval.needs())) {
            throw ProblemException.forbidden(
                    "Agreeing needs the permission \"" + approval.needs().word() + "\", as asking for it did.");
        }
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
}
