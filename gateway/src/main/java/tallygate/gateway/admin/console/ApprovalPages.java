package tallygate.gateway.admin.console;

import java.util.List;
import java.util.Map;
import tallygate.gateway.admin.api.DecisionsApi;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.Approval;
import tallygate.gateway.desk.ApprovalStore;
import tallygate.gateway.identity.Permission;

/** What one person asked for and a second one decides. */
public final class ApprovalPages {
    private final Views views;
    private final ApprovalStore approvals;

    public ApprovalPages(Views views, ApprovalStore approvals) {
        this.views = views;
        this.approvals = approvals;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/approvals", Permission.READ, "", this::approvals),
                Route.get("/approvals/{id}", Permission.READ, "", this::approval),
                Route.post("/approvals/{id}/agree", Permission.OPERATE, "", call -> decide(call, true))
                        .dangerous(),
                Route.post("/approvals/{id}/refuse", Permission.OPERATE, "", call -> decide(call, false)));
    }

    private Reply approvals(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = approvals.list(100).stream()
                .map(approval -> new Listing.Row(
                        Long.toString(approval.id()),
                        "/approvals/" + approval.id(),
                        List.of(
                                Listing.Cell.of(ApprovalWords.title(look, approval)),
                                Listing.Cell.of(
                                        ApprovalWords.of(look, approval),
                                        approval.asked().reason()),
                                Listing.Cell.of(
                                        approval.asked().by(),
                                        look.ago(approval.asked().at())),
                                state(look, approval))))
                .toList();
        Listing list = Listing.of(
                look.say("Approvals", "审批"),
                look.say("What one person asked for and another one decides, within a day.", "一人发起、另一人决定，24 小时内有效。"),
                List.of(
                        look.say("Deed", "操作"),
                        look.say("Effect", "效果"),
                        look.say("Asked by", "发起人"),
                        look.say("State", "状态")),
                rows,
                new Listing.Empty(
                        look.say("Nothing waits for a second person", "没有等待审批的操作"),
                        look.say("Forcing an outcome and large bulk retries come here.", "强制结果与大批量重试会出现在此。")));
        return views.page(call, "table", Map.of("list", list));
    }

    private static Listing.Cell state(Look look, Approval approval) {
        return switch (approval.state()) {
            case OPEN ->
                Listing.Cell.signed("person", look.say("waits, ends ", "等待，截止 ") + look.ago(approval.expiresAt()));
            case DONE -> Listing.Cell.signed("good", look.say("agreed and done", "已批准并执行"));
            case REFUSED -> Listing.Cell.signed("failed", look.say("refused", "已拒绝"));
            case OVERTAKEN -> Listing.Cell.signed("warn", look.say("overtaken: nothing done", "情况已变，未执行"));
        };
    }

    private Reply approval(Call call) {
        Approval approval = approvals
                .find(call.id("id"))
                .orElseThrow(() -> ProblemException.missing("There is no approval " + call.path("id") + "."));
        Look look = views.look(call);
        return views.page(
                call,
                "approval",
                Map.of(
                        "approval",
                        approval,
                        "isOwn",
                        approval.asked().by().equals(look.reader().name())));
    }

    private Reply decide(Call call, boolean isAgreed) {
        if (isAgreed) {
            DecisionsApi.mayAgree(call, approvals);
        }
        ApprovalStore.Outcome outcome = approvals.decide(
                call.id("id"), isAgreed, call.actor(), call.form("reason").orElse(""));
        return switch (outcome) {
            case DONE, REFUSED, OVERTAKEN -> Reply.seeOther("/approvals/" + call.id("id"));
            case SAME_PERSON -> throw ProblemException.forbidden("Another person has to agree to what you asked for.");
            case CLOSED -> throw ProblemException.changedMeanwhile("It was decided before, or its day is over.");
            case MISSING -> throw ProblemException.missing("There is no such approval.");
        };
    }
}
