package tallygate.gateway.admin.console;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ConflictRow;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.Masking;
import tallygate.gateway.task.StoreException;
import tallygate.gateway.task.TaskContent;

/** Events that came again with other content. */
public final class CallbackPages {
    private static final int ROWS = 50;

    private final Views views;
    private final DeskStore desk;

    public CallbackPages(Views views, DeskStore desk) {
        this.views = views;
        this.desk = desk;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/conflicts", Permission.READ, "", this::conflicts),
                Route.get("/conflicts/{id}", Permission.PAYLOAD, "", this::conflict),
                Route.post("/conflicts/{id}/resolve", Permission.OPERATE, "", this::resolve));
    }

    static long before(Call call) {
        try {
            return call.query("after").map(Long::parseLong).orElse(Long.MAX_VALUE);
        } catch (NumberFormatException e) {
            throw ProblemException.bad("after", "is not what a page before gave");
        }
    }

    /** Address of the page behind, with those parameters of this one that are named. */
    static String further(Call call, long after, String... kept) {
        StringBuilder address =
                new StringBuilder(call.request().path()).append("?after=").append(after);
        for (String name : kept) {
            call.query(name)
                    .ifPresent(value ->
                            address.append('&').append(name).append('=').append(Local.encode(value)));
        }
        return address.toString();
    }

    private Reply conflicts(Call call) {
        Look look = views.look(call);
        boolean isAll = call.query("show").orElse("").equals("all");
        List<ConflictRow> found = desk.conflicts(!isAll, before(call), ROWS + 1);
        List<Listing.Row> rows = new ArrayList<>();
        for (ConflictRow one : found.subList(0, Math.min(ROWS, found.size()))) {
            rows.add(new Listing.Row(
                    Long.toString(one.id()),
                    look.may("payload") ? "/conflicts/" + one.id() : "/tasks/" + one.task(),
                    List.of(
                            Listing.Cell.of(look.shortened(one.eventId()), one.endpoint()),
                            Listing.Cell.of(look.money(one.amountMinor(), one.currency())),
                            Listing.Cell.of(look.time(one.firstSeen())),
                            one.resolvedAt().isEmpty()
                                    ? Listing.Cell.signed("conflict", look.say("open", "未处理"))
                                    : new Listing.Cell(
                                            look.say("resolved by ", "已处理：") + one.resolvedBy(),
                                            one.resolution(),
                                            "good",
                                            List.of()))));
        }
        Listing list = Listing.of(
                        look.say("Conflicts", "内容冲突"),
                        look.say(
                                "Events that came again with other content. The first was run, the other is kept here.",
                                "再次到达但内容不同的事件。首次内容已执行，另一份保存在此。"),
                        List.of(
                                look.say("Event", "事件"),
                                look.say("Amount of the other", "另一份金额"),
                                look.say("First seen", "首次出现"),
                                look.say("State", "状态")),
                        rows,
                        new Listing.Empty(
                                look.say("No open conflict", "没有未处理的冲突"),
                                look.say("Every event that came again was the same.", "重复到达的事件内容均一致。")))
                .linking(new Listing.Link(
                        isAll ? look.say("Open ones", "只看未处理") : look.say("All", "全部"),
                        isAll ? "/conflicts" : "/conflicts?show=all"))
                .further(found.size() > ROWS ? further(call, found.get(ROWS - 1).id(), "show") : "");
        return views.page(call, "table", Map.of("list", list));
    }

    private Reply conflict(Call call) {
        long id = call.id("id");
        ConflictRow row =
                desk.conflict(id).orElseThrow(() -> ProblemException.missing("There is no conflict " + id + "."));
        Look look = views.look(call);
        List<String> missing = new ArrayList<>();
        String first = side(
                look.say("The first content: ", "首次内容："),
                () -> desk.readPayload(row.task(), call.actor(), "conflict " + id),
                look,
                missing);
        String other = side(
                look.say("The other content: ", "另一份内容："), () -> desk.readConflict(id, call.actor()), look, missing);
        return views.page(
                call, "conflict", Map.of("conflict", row, "lines", Diff.of(first, other), "missing", missing));
    }

    /** Empty where it is gone or damaged: what is wrong with it is told, and the other side is shown all the same. */
    private static String side(String name, Supplier<Optional<TaskContent>> read, Look look, List<String> missing) {
        try {
            Optional<TaskContent> content = read.get();
            if (content.isEmpty()) {
                missing.add(name + look.say("its time is over, it was emptied.", "已过保存期，内容已清空。"));
            }
            return content.map(found -> text(found.content())).orElse("");
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) {
                throw e;
            }
            missing.add(name + e.getMessage());
            return "";
        }
    }

    private static String text(byte[] content) {
        return Masking.text(Indented.of(new String(content, StandardCharsets.UTF_8), "content"));
    }

    private Reply resolve(Call call) {
        if (!desk.resolveConflict(call.id("id"), call.actor(), call.needed("reason"))) {
            throw ProblemException.changedMeanwhile("Somebody resolved it before.");
        }
        return Reply.seeOther("/conflicts");
    }
}
