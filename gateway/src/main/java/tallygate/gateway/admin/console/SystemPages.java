package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.AdminStore;
import tallygate.gateway.task.AuditRow;
import tallygate.gateway.task.LaneStore;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TaskStatus;

/** Lanes, the configuration in force and the audit log. */
public final class SystemPages {
    private static final int ROWS = 100;

    private final Views views;
    private final AdminStore store;
    private final DeskStore desk;
    private final LaneStore lanes;
    private final Supplier<Facts> facts;

    public SystemPages(Views views, AdminStore store, DeskStore desk, LaneStore lanes, Supplier<Facts> facts) {
        this.lanes = lanes;
        this.views = views;
        this.store = store;
        this.desk = desk;
        this.facts = facts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/lanes", Permission.READ, "", this::lanes),
                Route.post("/lanes/{route}/pause", Permission.OPERATE, "", this::pause),
                Route.post("/lanes/{route}/resume", Permission.OPERATE, "", this::resume),
                Route.get("/settings", Permission.CONFIGURE, "", this::settings),
                Route.get(
                                "/api/v1/settings",
                                Permission.CONFIGURE,
                                "The configuration in force, secrets hidden",
                                _ -> Reply.ok(new SettingsView(facts.get().settings().stream()
                                        .map(Facts.Setting::line)
                                        .toList())))
                        .answers(SettingsView.class),
                Route.get("/audit", Permission.AUDIT, "", this::audit));
    }

    private Reply lanes(Call call) {
        Look look = views.look(call);
        TaskCounts counts = store.counts();
        List<Listing.Row> rows = new ArrayList<>();
        Map<String, LaneStore.Pause> paused = paused();
        for (Facts.RouteFact route : facts.get().routes()) {
            rows.add(new Listing.Row(
                    route.name(),
                    "/tasks?route=" + Local.encode(route.name()),
                    List.of(
                            Listing.Cell.of(route.name(), route.handler()),
                            Listing.Cell.of(count(counts, route.name(), TaskStatus.PENDING)),
                            Listing.Cell.of(count(counts, route.name(), TaskStatus.PROCESSING)),
                            Listing.Cell.of(count(counts, route.name(), TaskStatus.FAILED)),
                            Listing.Cell.of(oldest(look, counts, route.name())),
                            Listing.Cell.of(Integer.toString(route.concurrency())),
                            state(look, route.name(), Optional.ofNullable(paused.get(route.name()))))));
        }
        Listing list = Listing.of(
                look.say("Lanes", "通道"),
                look.say("One lane a route: what waits, and how many calls at once.", "每个路由一条通道：积压与并发。"),
                List.of(
                        look.say("Lane", "通道"),
                        look.say("Pending", "待处理"),
                        look.say("Processing", "处理中"),
                        look.say("Failed", "失败"),
                        look.say("Oldest due", "最早到期"),
                        look.say("At once, per node", "并发（每节点）"),
                        look.say("State", "状态")),
                rows,
                new Listing.Empty(
                        look.say("No route yet", "还没有路由"), look.say("Add one under routes:.", "请在 routes: 下添加。")));
        return views.page(call, "table", Map.of("list", list));
    }

    private Map<String, LaneStore.Pause> paused() {
        Map<String, LaneStore.Pause> paused = new java.util.HashMap<>();
        lanes.lanes().forEach(lane -> lane.pause().ifPresent(pause -> paused.put(lane.route(), pause)));
        return paused;
    }

    private static Listing.Cell state(Look look, String route, Optional<LaneStore.Pause> pause) {
        String place = "/lanes/" + Local.encode(route) + "/";
        List<Listing.Button> buttons = look.may("operate")
                ? List.of(
                        pause.isPresent()
                                ? new Listing.Button(look.say("Resume", "恢复"), place + "resume")
                                : new Listing.Button(look.say("Pause", "暂停"), place + "pause"))
                : List.of();
        return pause.map(found ->
                        new Listing.Cell(look.say("paused by ", "已暂停：") + found.by(), found.why(), "waits", buttons))
                .orElseGet(() -> new Listing.Cell(look.say("takes tasks", "运行"), "", "good", buttons));
    }

    private Reply pause(Call call) {
        lanes.pause(call.path("route"), call.actor(), call.form("reason").orElse("paused in the console"));
        return Reply.seeOther("/lanes");
    }

    private Reply resume(Call call) {
        lanes.resume(call.path("route"), call.actor(), call.form("reason").orElse("resumed in the console"));
        return Reply.seeOther("/lanes");
    }

    private static String count(TaskCounts counts, String route, TaskStatus status) {
        return counts.counts().stream()
                .filter(count -> count.route().equals(route) && count.status() == status)
                .map(count -> count.rows() + (count.isCapped() ? "+" : ""))
                .findFirst()
                .orElse("0");
    }

    private static String oldest(Look look, TaskCounts counts, String route) {
        return counts.oldestDue().stream()
                .filter(age -> age.route().equals(route))
                .map(age -> look.span(age.due()))
                .findFirst()
                .orElse("–");
    }

    /** One line for each value, as {@code key: value}. */
    public record SettingsView(List<String> lines) {}

    private Reply settings(Call call) {
        Look look = views.look(call);
        List<Listing.Row> rows = facts.get().settings().stream()
                .map(setting -> new Listing.Row("", "", List.of(Listing.Cell.of(setting.line()))))
                .toList();
        Listing list = Listing.of(
                look.say("Configuration in force", "当前生效的配置"),
                look.say("Read only; secrets are not shown. Change the file, then reload.", "只读，不显示密钥。请修改配置文件后重新加载。"),
                List.of(look.say("Setting", "配置项")),
                rows,
                new Listing.Empty("", ""));
        return views.page(call, "table", Map.of("list", list));
    }

    private Reply audit(Call call) {
        Look look = views.look(call);
        List<AuditRow> found = desk.audit(new DeskStore.AuditQuery(
                call.query("actor"), call.query("action"), call.query("object"), CallbackPages.before(call), ROWS + 1));
        List<Listing.Row> rows = new ArrayList<>();
        for (AuditRow row : found.subList(0, Math.min(ROWS, found.size()))) {
            rows.add(new Listing.Row(
                    Long.toString(row.id()),
                    row.objectType().equals("task") && row.objectId().matches("\\d{1,19}")
                            ? "/tasks/" + row.objectId()
                            : "",
                    List.of(
                            Listing.Cell.of(row.objectType() + " " + look.shortened(row.objectId()), row.action()),
                            Listing.Cell.of(row.actor().name(), row.actor().origin()),
                            Listing.Cell.of(look.time(row.at())),
                            Listing.Cell.of(row.after(), row.before()),
                            Listing.Cell.of(row.reason()),
                            row.isSealed()
                                    ? Listing.Cell.signed("good", look.say("sealed", "已封存"))
                                    : Listing.Cell.signed("idle", look.say("not yet", "待封存")))));
        }
        Listing list = Listing.of(
                        look.say("Audit", "审计"),
                        look.say(
                                "Who did what by hand. Each row's digest covers the one before; tallygate audit verify"
                                        + " checks all.",
                                "人工操作记录。每行摘要包含前一行，可用 tallygate audit verify 校验。"),
                        List.of(
                                look.say("Object, deed", "对象与操作"),
                                look.say("Who, from where", "操作人与来源"),
                                look.say("When", "时间"),
                                look.say("After, before", "变更后与变更前"),
                                look.say("Reason", "原因"),
                                look.say("Chain", "哈希链")),
                        rows,
                        new Listing.Empty(look.say("No such deed", "没有符合的记录"), look.say("Remove a filter.", "请减少条件。")))
                .filtered(
                        new Listing.Filter(
                                look.say("Who", "操作人"),
                                "actor",
                                call.query("actor").orElse("")),
                        new Listing.Filter(
                                look.say("Deed", "操作"),
                                "action",
                                call.query("action").orElse("")),
                        new Listing.Filter(
                                look.say("Object, as task:123", "对象，如 task:123"),
                                "object",
                                call.query("object").orElse("")))
                .further(
                        found.size() > ROWS
                                ? "/audit?after=" + found.get(ROWS - 1).id()
                                : "");
        return views.page(call, "table", Map.of("list", list));
    }
}
