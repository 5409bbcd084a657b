package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.LaneReading;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.NodeStore;

/** Lanes: what waits, what is under way on each node, what its receiver can take now, and who holds it back. */
public final class LanePages {
    private final Views views;
    private final AdminStore store;
    private final LaneStore lanes;
    private final NodeStore nodes;
    private final Supplier<Facts> facts;

    public LanePages(Views views, AdminStore store, LaneStore lanes, NodeStore nodes, Supplier<Facts> facts) {
        this.views = views;
        this.store = store;
        this.lanes = lanes;
        this.nodes = nodes;
        this.facts = facts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/lanes", Permission.READ, "", this::list),
                Route.get("/lanes/{route}", Permission.READ, "", this::show),
                Route.post("/lanes/{route}/pause", Permission.OPERATE, "", this::pause),
                Route.post("/lanes/{route}/resume", Permission.OPERATE, "", this::resume));
    }

    /** Configured routes, then lanes that other nodes' configurations or earlier ones have made. */
    private List<LaneView> views() {
        LaneView.Books books = new LaneView.Books(store.counts(), lanes.lanes(), nodes.nodes());
        List<Facts.RouteFact> configured = facts.get().routes();
        Stream<Facts.RouteFact> others = books.lanes().stream()
                .map(LaneStore.LaneRow::route)
                .filter(route ->
                        configured.stream().noneMatch(fact -> fact.name().equals(route)))
                .map(route -> new Facts.RouteFact(route, "", 0));
        return Stream.concat(configured.stream(), others)
                .map(route -> LaneView.of(route, books))
                .toList();
    }

    private Reply list(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = new ArrayList<>();
        for (LaneView lane : views()) {
            rows.add(new Listing.Row(
                    lane.route(),
                    place(lane.route()),
                    List.of(
                            Listing.Cell.of(lane.route(), lane.handler()),
                            lane.state(look),
                            Listing.Cell.of(lane.atOnce(), lane.perNode(look)),
                            Listing.Cell.of(lane.pending()),
                            Listing.Cell.of(lane.processing()),
                            Listing.Cell.of(lane.failed()),
                            Listing.Cell.of(lane.oldest(look)))));
        }
        Listing list = Listing.of(
                look.say("Lanes", "通道"),
                look.say(
                        "One lane a route, with a limit and a breaker of its own on each node. One that is stuck does"
                                + " not hold up the others.",
                        "每个路由一条通道，在每个节点上各有并发上限与熔断器；一条受阻不影响其他通道。"),
                List.of(
                        look.say("Lane", "通道"),
                        look.say("State", "状态"),
                        look.say("Under way, of limit now", "并发，当前上限"),
                        look.say("Pending", "待处理"),
                        look.say("Processing", "处理中"),
                        look.say("Failed", "失败"),
                        look.say("Oldest due", "最早到期")),
                rows,
                new Listing.Empty(
                        look.say("No route yet", "还没有路由"), look.say("Add one under routes:.", "请在 routes: 下添加。")));
        return views.page(call, "table", Map.of("list", list));
    }

    private LaneView find(Call call) {
        return views().stream()
                .filter(lane -> lane.route().equals(call.path("route")))
                .findFirst()
                .orElseThrow(() -> ProblemException.missing("No node has a lane for a route of this name."));
    }

    private Reply show(Call call) {
        Look look = views.look(call);
        LaneView lane = find(call);
        List<Listing.Row> rows = lane.nodes().stream()
                .map(node -> new Listing.Row("", "", cells(look, node)))
                .toList();
        String route = Local.encode(lane.route());
        Listing list = Listing.of(
                        lane.route(),
                        lane.lead(look),
                        List.of(
                                look.say("Node", "节点"),
                                look.say("Breaker", "熔断器"),
                                look.say("Under way", "进行中"),
                                look.say("Limit now", "当前上限"),
                                look.say("Waiting at the node", "节点内等待"),
                                look.say("As of", "截至")),
                        rows,
                        new Listing.Empty(
                                look.say("No node tells of it", "没有节点报告"),
                                look.say("A node that takes its tasks tells every five seconds.", "处理该通道的节点每五秒报告一次。")))
                .under(new Listing.Link(look.say("Lanes", "通道"), "/lanes"))
                .linking(new Listing.Link(look.say("What waits", "待处理任务"), "/tasks?status=pending&route=" + route))
                .linking(new Listing.Link(look.say("What failed", "失败任务"), "/tasks?status=failed&route=" + route));
        Listing noted = lane.note(look)
                .map(note -> list.noting(note.text(), note.tone()))
                .orElse(list);
        return views.page(call, "table", Map.of("list", look.may("operate") ? noted.with(form(look, lane)) : noted));
    }

    private static List<Listing.Cell> cells(Look look, LaneView.OnNode node) {
        LaneReading reading = node.reading();
        return List.of(
                Listing.Cell.of(node.name()),
                switch (reading.breaker()) {
                    case CLOSED -> Listing.Cell.signed("good", look.say("closed", "关闭"));
                    case OPEN ->
                        Listing.Cell.signed("failed", look.say("open: tasks wait, no tries are used", "开启：任务等待，不计次数"));
                    case TRIALS -> Listing.Cell.signed("warn", look.say("trial calls only", "半开，仅试探"));
                },
                Listing.Cell.of(look.number(reading.running())),
                Listing.Cell.of(look.number(reading.limit())),
                Listing.Cell.of(look.number(reading.waiting())),
                Listing.Cell.of(look.ago(node.at())));
    }

    private static Listing.Form form(Look look, LaneView lane) {
        return lane.halt().isPresent()
                ? new Listing.Form(
                        look.say("Resume this lane", "恢复该通道"),
                        place(lane.route()) + "/resume",
                        look.say("Resume", "恢复"),
                        List.of(Listing.Field.text(
                                look.say(
                                        "Every node takes its tasks again within a second. Reason, goes into the audit"
                                                + " log",
                                        "各节点一秒内重新处理其任务。原因，记入审计"),
                                "reason")))
                : new Listing.Form(
                        look.say("Pause this lane", "暂停该通道"),
                        place(lane.route()) + "/pause",
                        look.say("Pause", "暂停"),
                        List.of(Listing.Field.text(
                                look.say(
                                        "Callbacks are still stored and acknowledged, calls under way end, the rest"
                                                + " waits. Reason, goes into the audit log",
                                        "回调照常入库并应答，进行中的调用会结束，其余等待。原因，记入审计"),
                                "reason")));
    }

    private static String place(String route) {
        return "/lanes/" + Local.encode(route);
    }

    private Reply pause(Call call) {
        String route = find(call).route();
        lanes.pause(route, call.actor(), reason(call));
        return Reply.seeOther(place(route));
    }

    private Reply resume(Call call) {
        String route = find(call).route();
        lanes.resume(route, call.actor(), reason(call));
        return Reply.seeOther(place(route));
    }

    private static String reason(Call call) {
        return call.form("reason")
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> ProblemException.bad("reason", "say why: it goes into the audit log"));
    }
}
