package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.SagaLook;
import tallygate.gateway.identity.Permission;

/** Sagas and the dead letters of their compensations. The steps of one stand in the timeline of its order. */
public final class SagaPages {
    private static final int ROWS = 50;

    private final Views views;
    private final SagaLook store;

    public SagaPages(Views views, SagaLook store) {
        this.views = views;
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/sagas", Permission.READ, "", this::sagas),
                Route.get("/dead-letters", Permission.READ, "", this::letters));
    }

    private Reply sagas(Call call) {
        Look look = views.look(call);
        List<SagaLook.SagaLine> found = store.sagas(CallbackPages.before(call), ROWS + 1);
        List<Listing.Row> rows = new ArrayList<>();
        for (SagaLook.SagaLine saga : found.subList(0, Math.min(ROWS, found.size()))) {
            rows.add(new Listing.Row(
                    saga.id(),
                    "/tasks?q=" + Local.encode(saga.bizId()),
                    List.of(
                            Listing.Cell.of(saga.id(), saga.type()),
                            Listing.Cell.of(look.shortened(saga.bizId())),
                            Listing.Cell.signed(sign(saga.status()), status(look, saga.status())),
                            Listing.Cell.of(Integer.toString(saga.step()), saga.error()),
                            Listing.Cell.of(look.ago(saga.changedAt())))));
        }
        int letters = look.waiting().deadLetters();
        Listing list = Listing.of(
                        look.say("Sagas", "事务（Saga）"),
                        look.say(
                                "Steps over several services, undone backward when one refuses. Until a saga has"
                                        + " ended, its figures are not final.",
                                "跨多个服务的步骤；有一步被拒绝时反向补偿。事务结束前，其结果不是最终数据。"),
                        List.of(
                                look.say("Saga", "事务"),
                                look.say("Order", "订单"),
                                look.say("State", "状态"),
                                look.say("Step", "步骤"),
                                look.say("Changed", "最近变化")),
                        rows,
                        new Listing.Empty(
                                look.say("No saga yet", "还没有事务"),
                                look.say("A route with a saga starts one for each task.", "配置了事务的路由会为每个任务启动一个。")))
                .linking(new Listing.Link(look.say("Dead letters: ", "死信：") + letters, "/dead-letters"))
                .further(
                        found.size() > ROWS
                                ? "/sagas?after=" + found.get(ROWS - 1).row()
                                : "");
        return views.page(call, "table", Map.of("list", list));
    }

    private static String sign(int status) {
        return switch (status) {
            case 0 -> "pending";
            case 1 -> "processing";
            case 2 -> "success";
            case 3 -> "waits";
            case 4 -> "compensated";
            default -> "dead";
        };
    }

    private static String status(Look look, int status) {
        return switch (status) {
            case 0 -> look.say("created", "已创建");
            case 1 -> look.say("running", "执行中");
            case 2 -> look.say("completed", "已完成");
            case 3 -> look.say("compensating", "补偿中");
            case 4 -> look.say("compensated", "已补偿");
            default -> look.say("compensation failed", "补偿失败");
        };
    }

    private Reply letters(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = store.letters(200).stream()
                .map(letter -> new Listing.Row(
                        Long.toString(letter.id()),
                        "",
                        List.of(
                                Listing.Cell.of("DL-" + letter.id(), letter.saga()),
                                Listing.Cell.of(letter.step()),
                                new Listing.Cell(Integer.toString(letter.tries()), letter.error(), "dead", List.of()),
                                Listing.Cell.of(letter.owner().isEmpty() ? "–" : letter.owner()),
                                Listing.Cell.of(look.ago(letter.at())))))
                .toList();
        Listing list = Listing.of(
                look.say("Dead letters", "死信"),
                look.say("Compensations that failed four times. Each needs a person.", "补偿四次均失败，需人工处理。"),
                List.of(
                        look.say("Letter", "死信"),
                        look.say("Step", "步骤"),
                        look.say("Tries, last error", "次数与最近错误"),
                        look.say("Owner", "负责人"),
                        look.say("Since", "时间")),
                rows,
                new Listing.Empty(
                        look.say("No open dead letter", "没有未处理的死信"),
                        look.say("Every compensation went through.", "所有补偿均已完成。")));
        return views.page(call, "table", Map.of("list", list));
    }
}
