package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.saga.SagaDesk;
import tallygate.gateway.saga.SagaId;
import tallygate.gateway.saga.SagaStatus;

/** Sagas and the dead letters of their compensations. The steps of one stand in the timeline of its order. */
public final class SagaPages {
    private static final int ROWS = 50;

    private final Views views;
    private final SagaDesk store;

    public SagaPages(Views views, SagaDesk store) {
        this.views = views;
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/sagas", Permission.READ, "", this::sagas),
                Route.get("/sagas/{id}", Permission.READ, "", this::saga),
                Route.post("/sagas/{id}/compensate", Permission.OPERATE, "", this::compensate)
                        .dangerous(),
                Route.post("/sagas/{id}/settle", Permission.OPERATE, "", this::settle)
                        .dangerous(),
                Route.post("/dead-letters/{request}/retry", Permission.OPERATE, "", this::retry),
                Route.get("/dead-letters", Permission.READ, "", this::letters));
    }

    private Reply sagas(Call call) {
        Look look = views.look(call);
        long after = CallbackPages.before(call);
        Optional<String> order = call.query("order").filter(text -> !text.isBlank());
        Optional<SagaStatus> wanted = call.query("status").flatMap(SagaPages::state);
        List<SagaDesk.Row> found = store.list(wanted, order, after == Long.MAX_VALUE ? 0 : after, ROWS + 1);
        List<Listing.Row> rows = new ArrayList<>();
        for (SagaDesk.Row saga : found.subList(0, Math.min(ROWS, found.size()))) {
            rows.add(new Listing.Row(
                    saga.id().value(),
                    "/sagas/" + Local.encode(saga.id().value()),
                    List.of(
                            Listing.Cell.of(saga.id().value(), saga.type() + " " + saga.version()),
                            Listing.Cell.of(look.shortened(saga.bizId())),
                            new Listing.Cell(
                                    status(look, saga.status()),
                                    saga.isHeld() ? look.say("held for a person", "待人工处理") : "",
                                    sign(saga.status()),
                                    List.of()),
                            Listing.Cell.of(Integer.toString(saga.step()), saga.error()),
                            Listing.Cell.of(look.ago(saga.updatedAt())))));
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
                .filtered(new Listing.Filter(look.say("Order", "订单"), "order", order.orElse("")))
                .further(
                        found.size() > ROWS
                                ? CallbackPages.further(
                                        call, found.get(ROWS - 1).row(), "order", "status")
                                : "");
        for (SagaStatus one : List.of(SagaStatus.RUNNING, SagaStatus.COMPENSATING, SagaStatus.COMPENSATION_FAILED)) {
            if (wanted.filter(one::equals).isEmpty()) {
                list = list.linking(new Listing.Link(status(look, one), "/sagas?status=" + word(one)));
            }
        }
        if (wanted.isPresent()) {
            list = list.linking(new Listing.Link(look.say("All", "全部"), "/sagas"));
        }
        list = list.linking(new Listing.Link(look.say("Dead letters: ", "死信：") + letters, "/dead-letters"));
        return views.page(call, "table", Map.of("list", list));
    }

    private static String word(SagaStatus status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Optional<SagaStatus> state(String word) {
        return Arrays.stream(SagaStatus.values())
                .filter(status -> word(status).equals(word))
                .findFirst();
    }

    private static String sign(SagaStatus status) {
        return switch (status.code()) {
            case 0 -> "pending";
            case 1 -> "processing";
            case 2 -> "success";
            case 3 -> "waits";
            case 4 -> "compensated";
            default -> "dead";
        };
    }

    private static String status(Look look, SagaStatus status) {
        return switch (status.code()) {
            case 0 -> look.say("created", "已创建");
            case 1 -> look.say("running", "执行中");
            case 2 -> look.say("completed", "已完成");
            case 3 -> look.say("compensating", "补偿中");
            case 4 -> look.say("compensated", "已补偿");
            default -> look.say("compensation failed", "补偿失败");
        };
    }

    private Reply saga(Call call) {
        Look look = views.look(call);
        SagaDesk.Row saga = store.find(id(call)).orElseThrow(() -> ProblemException.missing("There is no such saga."));
        List<SagaDesk.Line> lines = store.timeline(saga.id());
        List<Listing.Row> rows = lines.stream()
                .map(line -> new Listing.Row(
                        "",
                        "",
                        List.of(
                                Listing.Cell.of(look.time(line.at())),
                                Listing.Cell.of(SagaSteps.word(look, line.what()), line.who()),
                                Listing.Cell.of(line.step(), line.request()),
                                Listing.Cell.of(line.outcome(), line.detail()))))
                .toList();
        Listing list = Listing.of(
                        look.say("Saga ", "事务 ") + saga.id().value(),
                        status(look, saga.status()) + " · " + saga.type() + " · " + saga.bizId(),
                        List.of(
                                look.say("When", "时间"),
                                look.say("What", "事件"),
                                look.say("Step", "步骤"),
                                look.say("Outcome", "结果")),
                        rows,
                        new Listing.Empty(look.say("Nothing has happened yet", "尚无记录"), ""))
                .under(new Listing.Link(look.say("Sagas", "事务（Saga）"), "/sagas"))
                .noting(saga.error(), saga.error().isEmpty() ? "" : "wait");
        if (look.may("operate")) {
            String place = "/sagas/" + Local.encode(saga.id().value()) + "/";
            list = list.with(deed(look, look.say("Turn back: compensate", "反向补偿"), place + "compensate"))
                    .with(deed(look, look.say("Take for compensated (two people)", "视为已补偿（需两人）"), place + "settle"));
        }
        return views.page(call, "saga", Map.of("list", list, "steps", SagaSteps.of(look, lines)));
    }

    private static SagaId id(Call call) {
        String id = call.path("id");
        if (!id.matches("[A-Za-z0-9_-]{1," + SagaId.LENGTH_MAX + "}")) {
            throw ProblemException.missing("There is no such saga.");
        }
        return new SagaId(id);
    }

    private static Listing.Form deed(Look look, String title, String action) {
        return new Listing.Form(title, action, title, List.of(Listing.Field.text(look.say("Reason", "原因"), "reason")));
    }

    private Reply told(SagaDesk.Decided decided, String place) {
        return switch (decided) {
            case MADE, ASKED -> Reply.seeOther(place);
            case SAME_PERSON -> throw ProblemException.forbidden("Another person has to agree.");
            case STALE -> throw ProblemException.changedMeanwhile("It is not in a state in which this can be decided.");
            case MISSING -> throw ProblemException.missing("It is not there.");
        };
    }

    private Reply compensate(Call call) {
        SagaId id = id(call);
        return told(store.compensate(id, call.actor(), call.needed("reason")), "/sagas/" + Local.encode(id.value()));
    }

    private Reply settle(Call call) {
        SagaId id = id(call);
        return told(store.settle(id, call.actor(), call.needed("reason")), "/sagas/" + Local.encode(id.value()));
    }

    private Reply retry(Call call) {
        return told(store.retry(call.path("request"), call.actor(), "retried in the console"), "/dead-letters");
    }

    private Reply letters(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = store.letters(true, 200).stream()
                .map(letter -> new Listing.Row(
                        Long.toString(letter.id()),
                        "/sagas/" + Local.encode(letter.saga().value()),
                        List.of(
                                Listing.Cell.of(
                                        "DL-" + letter.id(), letter.saga().value()),
                                Listing.Cell.of(letter.step()),
                                new Listing.Cell(Integer.toString(letter.tries()), letter.error(), "dead", List.of()),
                                Listing.Cell.of(letter.owner().isEmpty() ? "–" : letter.owner()),
                                new Listing.Cell(
                                        look.ago(letter.createdAt()),
                                        "",
                                        "",
                                        look.may("operate")
                                                ? List.of(new Listing.Button(
                                                        look.say("Try again", "再次尝试"),
                                                        "/dead-letters/" + Local.encode(letter.requestId()) + "/retry"))
                                                : List.of()))))
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
                                look.say("Every compensation went through.", "所有补偿均已完成。")))
                .under(new Listing.Link(look.say("Sagas", "事务（Saga）"), "/sagas"));
        return views.page(call, "table", Map.of("list", list));
    }
}
