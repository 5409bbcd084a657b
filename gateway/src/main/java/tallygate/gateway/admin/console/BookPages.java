package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.DiscrepancyFinding;
import tallygate.gateway.task.DiscrepancyMove;
import tallygate.gateway.task.DiscrepancyQuery;
import tallygate.gateway.task.DiscrepancyRow;
import tallygate.gateway.task.DiscrepancyStatus;
import tallygate.gateway.task.DiscrepancyStore;

/** Where a provider's word and ours differ: the list, one of them, and what is done about it. */
public final class BookPages {
    private static final int ROWS = 50;

    private final Views views;
    private final DiscrepancyStore store;

    public BookPages(Views views, DiscrepancyStore store) {
        this.views = views;
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/discrepancies", Permission.READ, "", this::list),
                Route.get("/discrepancies/{id}", Permission.READ, "", this::show),
                Route.post("/discrepancies/{id}/take", Permission.RECONCILE, "", this::take),
                Route.post("/discrepancies/{id}/resolve", Permission.RECONCILE, "", this::resolve),
                Route.post("/discrepancies/{id}/reopen", Permission.RECONCILE, "", this::reopen));
    }

    private Reply list(Call call) {
        Look look = views.look(call);
        boolean isAll = call.query("show").orElse("").equals("all");
        Set<DiscrepancyStatus> statuses = isAll ? Set.of() : Set.of(DiscrepancyStatus.OPEN, DiscrepancyStatus.IN_WORK);
        List<DiscrepancyRow> found = store.list(new DiscrepancyQuery(
                statuses, call.query("source"), call.query("kind"), CallbackPages.before(call), ROWS + 1));
        List<Listing.Row> rows = new ArrayList<>();
        for (DiscrepancyRow one : found.subList(0, Math.min(ROWS, found.size()))) {
            rows.add(row(look, one));
        }
        Listing list = Listing.of(
                        look.say("Discrepancies", "差异"),
                        look.say(
                                "What does not agree with a provider, until somebody has settled it.",
                                "与支付方不一致的记录，直到有人了结。"),
                        List.of(
                                look.say("Reference", "参考号"),
                                look.say("Kind", "类别"),
                                look.say("Ours", "我方"),
                                look.say("Theirs", "对方"),
                                look.say("Opened", "发现"),
                                look.say("State", "状态")),
                        rows,
                        new Listing.Empty(
                                look.say("No open difference", "没有未结差异"),
                                look.say("Everything that was compared agrees.", "已比对的记录全部一致。")))
                .filtered(
                        new Listing.Filter(
                                look.say("Account", "账户"),
                                "source",
                                call.query("source").orElse("")),
                        kinds(look, call.query("kind").orElse("")))
                .linking(new Listing.Link(
                        isAll ? look.say("Open ones", "只看未结") : look.say("All", "全部"),
                        isAll ? "/discrepancies" : "/discrepancies?show=all"))
                .further(
                        found.size() > ROWS
                                ? CallbackPages.further(
                                        call, found.get(ROWS - 1).id(), "source", "kind", "show")
                                : "");
        return views.page(call, "table", Map.of("list", list));
    }

    /** The kinds that have words, and the one that the address asks for: what is open now is not counted for a choice. */
    private static Listing.Filter kinds(Look look, String asked) {
        List<Listing.Choice> choices = Stream.concat(DifferenceWords.KINDS.stream(), Stream.of(asked))
                .filter(kind -> !kind.isEmpty())
                .distinct()
                .map(kind -> new Listing.Choice(kind, DifferenceWords.named(look, kind)))
                .toList();
        return new Listing.Filter(look.say("Kind", "类别"), "kind", asked, choices);
    }

    private static Listing.Row row(Look look, DiscrepancyRow one) {
        DiscrepancyFinding finding = one.finding();
        return new Listing.Row(
                Long.toString(one.id()),
                "/discrepancies/" + one.id(),
                List.of(
                        Listing.Cell.of(look.shortened(finding.reference()), finding.source()),
                        Listing.Cell.of(
                                DifferenceWords.of(look, finding.kind()), finding.kind() + ": " + finding.detail()),
                        Listing.Cell.of(look.money(finding.oursMinor(), finding.currency())),
                        Listing.Cell.of(look.money(finding.theirsMinor(), finding.currency())),
                        Listing.Cell.of(look.ago(one.openedAt())),
                        state(look, one)));
    }

    private static Listing.Cell state(Look look, DiscrepancyRow one) {
        String word = switch (one.status()) {
            case OPEN -> look.say("open", "待处理");
            case IN_WORK -> look.say("in work", "处理中");
            case RESOLVED -> look.say("settled", "已了结");
        };
        String sign = one.status() == DiscrepancyStatus.RESOLVED ? "good" : "warn";
        return new Listing.Cell(word, one.owner(), sign, List.of());
    }

    private DiscrepancyRow find(Call call) {
        return store.find(call.id("id"))
                .orElseThrow(() -> ProblemException.missing("There is no discrepancy " + call.path("id") + "."));
    }

    private Reply show(Call call) {
        Look look = views.look(call);
        DiscrepancyRow one = find(call);
        Listing list = Listing.of(
                        look.say("Discrepancy ", "差异 ") + one.id(),
                        DifferenceWords.named(look, one.finding().kind()) + " · "
                                + one.finding().source(),
                        List.of(look.say("Fact", "项目"), look.say("Value", "内容")),
                        List.of(
                                fact(look.say("Reference", "参考号"), one.finding().reference()),
                                fact(look.say("Order", "订单"), one.finding().bizId()),
                                fact(
                                        look.say("Ours", "我方"),
                                        look.money(
                                                one.finding().oursMinor(),
                                                one.finding().currency())),
                                fact(
                                        look.say("Theirs", "对方"),
                                        look.money(
                                                one.finding().theirsMinor(),
                                                one.finding().currency())),
                                fact(look.say("Detail", "说明"), one.finding().detail()),
                                new Listing.Row(
                                        "", "", List.of(Listing.Cell.of(look.say("State", "状态")), state(look, one))),
                                fact(look.say("Note", "备注"), one.note()),
                                fact(look.say("Resolution", "处理结果"), one.resolution())),
                        new Listing.Empty("", ""))
                .under(new Listing.Link(look.say("Discrepancies", "差异"), "/discrepancies"));
        if (!one.finding().bizId().isEmpty()) {
            list = list.linking(new Listing.Link(
                    look.say("The order's tasks", "该订单的任务"),
                    "/tasks?q=" + Local.encode(one.finding().bizId())));
        }
        Listing shown = look.may("reconcile") ? withForms(look, list, one) : list;
        return views.page(call, "table", Map.of("list", shown));
    }

    private static Listing withForms(Look look, Listing list, DiscrepancyRow one) {
        if (one.status() == DiscrepancyStatus.RESOLVED) {
            return list.with(new Listing.Form(
                    look.say("Settled wrongly: open it again", "处理有误：重新打开"),
                    "/discrepancies/" + one.id() + "/reopen",
                    look.say("Open again", "重新打开"),
                    List.of(version(one), Listing.Field.text(look.say("Why", "原因"), "reason"))));
        }
        return list.with(new Listing.Form(
                        look.say("Take it on", "认领"),
                        "/discrepancies/" + one.id() + "/take",
                        look.say("Take on", "认领"),
                        List.of(version(one), Listing.Field.optional(look.say("Note", "备注"), "reason"))))
                .with(new Listing.Form(
                        look.say("Settle", "了结"),
                        "/discrepancies/" + one.id() + "/resolve",
                        look.say("Settle", "了结"),
                        List.of(version(one), Listing.Field.text(look.say("What was done", "处理说明"), "reason"))));
    }

    private static Listing.Field version(DiscrepancyRow one) {
        return new Listing.Field("", "version", Integer.toString(one.version()), true, List.of(), List.of());
    }

    private static Listing.Row fact(String name, String value) {
        return new Listing.Row("", "", List.of(Listing.Cell.of(name), Listing.Cell.of(value.isEmpty() ? "–" : value)));
    }

    private Reply take(Call call) {
        return move(
                call,
                new DiscrepancyMove.Assign(
                        call.actor().name(), call.form("reason").orElse("")));
    }

    private Reply resolve(Call call) {
        return move(call, new DiscrepancyMove.Resolve(call.needed("reason")));
    }

    private Reply reopen(Call call) {
        return move(call, new DiscrepancyMove.Reopen(call.needed("reason")));
    }

    private Reply move(Call call, DiscrepancyMove move) {
        String version = Optional.of(call.needed("version"))
                .filter(text -> text.matches("\\d{1,9}"))
                .orElse("0");
        return switch (store.move(call.id("id"), Integer.parseInt(version), move, call.actor())) {
            case DiscrepancyStore.Moved.Made made ->
                Reply.seeOther("/discrepancies/" + made.after().id());
            case DiscrepancyStore.Moved.Stale stale ->
                throw ProblemException.changedMeanwhile(stale.now().stateLine() + ".");
            case DiscrepancyStore.Moved.Missing() -> throw ProblemException.missing("It is not there any more.");
        };
    }
}
