package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.desk.ChainStore;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.task.AuditRow;

/** The configuration in force and the audit log. */
public final class SystemPages {
    private static final int ROWS = 100;
    private static final Pattern UNEXPLAINED = Pattern.compile("task (\\d+) is (\\w+),.*");

    private final Views views;
    private final DeskStore desk;
    private final ChainStore chain;
    private final Supplier<Facts> facts;

    public SystemPages(Views views, DeskStore desk, ChainStore chain, Supplier<Facts> facts) {
        this.views = views;
        this.chain = chain;
        this.desk = desk;
        this.facts = facts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/settings", Permission.CONFIGURE, "", this::settings),
                Route.get(
                                "/api/v1/settings",
                                Permission.CONFIGURE,
                                "The configuration in force, secrets hidden",
                                _ -> Reply.ok(new SettingsView(facts.get().settings().stream()
                                        .map(Facts.Setting::line)
                                        .toList())))
                        .answers(SettingsView.class),
                Route.get("/audit", Permission.AUDIT, "", this::audit),
                Route.get("/audit/verify", Permission.AUDIT, "", this::verify));
    }

    /** One line for each value, as {@code key: value}. */
    public record SettingsView(List<String> lines) {}

    private Reply settings(Call call) {
        Look look = views.look(call);
        String wanted = call.query("key").orElse("");
        List<Listing.Row> rows = facts.get().settings().stream()
                .filter(setting -> setting.key().contains(wanted))
                .sorted(Comparator.comparing(Facts.Setting::isDefault))
                .map(setting -> setting(look, setting))
                .toList();
        Listing list = Listing.of(
                        look.say("Configuration in force", "当前生效的配置"),
                        look.say(
                                "What was written comes first, then the defaults. Read only; secrets are not shown."
                                        + " Change the file, then reload.",
                                "先列已设置的值，再列默认值。只读，不显示密钥。请修改配置文件后重新加载。"),
                        List.of(
                                look.say("Setting", "配置项"),
                                look.say("Value", "值"),
                                look.say("Where it was written", "来源")),
                        rows,
                        new Listing.Empty(
                                look.say("No such setting", "没有符合的配置项"),
                                look.say("Look for a part of its key.", "请输入配置项名称的一部分。")))
                .filtered(new Listing.Filter(look.say("Key contains", "名称包含"), "key", wanted));
        return views.page(call, "table", Map.of("list", list));
    }

    private static Listing.Row setting(Look look, Facts.Setting setting) {
        String origin = setting.isDefault()
                ? look.say("default", "默认值")
                : setting.origin().replaceFirst("^line ", look.say("line ", "配置文件行 "));
        return new Listing.Row(
                setting.key(),
                "",
                List.of(Listing.Cell.of(setting.key()), Listing.Cell.of(setting.value()), Listing.Cell.of(origin)));
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
                            Listing.Cell.of(
                                    DeedWords.of(look, row.action()),
                                    DeedWords.object(look, row.objectType()) + " " + look.shortened(row.objectId())),
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
                                "Who did what by hand. Each row's digest covers the one before, so a row that was"
                                        + " changed, added or removed shows.",
                                "人工操作记录。每行摘要包含前一行，任何更改、增加或删除都会暴露。"),
                        List.of(
                                look.say("Deed, object", "操作与对象"),
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
                                look.say("Deed's code, as task-reopen", "操作代码，如 task-reopen"),
                                "action",
                                call.query("action").orElse("")),
                        new Listing.Filter(
                                look.say("Object, as task:123", "对象，如 task:123"),
                                "object",
                                call.query("object").orElse("")))
                .linking(new Listing.Link(look.say("Verify the chain", "校验哈希链"), "/audit/verify"))
                .further(
                        found.size() > ROWS
                                ? CallbackPages.further(
                                        call, found.get(ROWS - 1).id(), "actor", "action", "object")
                                : "");
        return views.page(call, "table", Map.of("list", list));
    }

    /** Reads the whole log: as long as that takes. */
    private Reply verify(Call call) {
        Look look = views.look(call);
        ChainStore.Verdict verdict = chain.verify();
        List<Listing.Row> rows = chain.unexplained(ROWS).stream()
                .map(line -> unexplained(look, line))
                .toList();
        Listing list = Listing.of(
                        look.say("Audit chain", "审计哈希链"),
                        look.say(
                                look.number(verdict.sealed()) + " sealed rows were read, " + verdict.unsealed()
                                        + " wait for the sealer; as of " + look.time(look.now()) + ".",
                                "已校验 " + look.number(verdict.sealed()) + " 行，另有 " + verdict.unsealed() + " 行待封存；截至 "
                                        + look.time(look.now()) + "。"),
                        List.of(look.say("Task", "任务"), look.say("State", "状态"), look.say("What is missing", "缺少的依据")),
                        rows,
                        new Listing.Empty(
                                look.say("Every task's state is explained", "所有任务的状态均有依据"),
                                look.say(
                                        "By its tries and the deeds of people: nobody changed the table by hand.",
                                        "由投递与人工操作解释：没有人直接改库。")))
                .under(new Listing.Link(look.say("Audit", "审计"), "/audit"));
        return views.page(
                call,
                "table",
                Map.of(
                        "list",
                        verdict.firstBreak()
                                .map(found -> list.noting(
                                        look.say("The chain is broken at entry ", "哈希链在此处断开，第 ")
                                                + found.chainSeq()
                                                + look.say(": ", " 条：")
                                                + found.what()
                                                + look.say(". Rows from there on are not proven.", "。此后各行不再可信。"),
                                        "fault"))
                                .orElseGet(() -> holds(look, list))));
    }

    /** The chain can hold while tasks were changed past it: that is then the news. */
    private static Listing holds(Look look, Listing list) {
        String chain = look.say("The chain holds: no row was changed, added or removed.", "哈希链完整：没有更改、增加或删除。");
        String count = look.number(list.rows().size()) + (list.rows().size() < ROWS ? "" : "+");
        return list.rows().isEmpty()
                ? list.noting(chain, "good")
                : list.noting(
                        look.say(
                                "The state of " + count
                                        + " tasks has no explanation: somebody changed the table by hand. " + chain,
                                count + " 个任务的状态没有依据：有人直接改库。" + chain),
                        "fault");
    }

    private static Listing.Row unexplained(Look look, String line) {
        Matcher task = UNEXPLAINED.matcher(line);
        return task.matches()
                ? new Listing.Row(
                        task.group(1),
                        "/tasks/" + task.group(1),
                        List.of(
                                Listing.Cell.of(task.group(1)),
                                Listing.Cell.signed(task.group(2), look.status(task.group(2))),
                                Listing.Cell.of(
                                        look.say("no attempt and no deed leads to this state", "没有投递记录或人工操作导致此状态"))))
                : new Listing.Row("", "", List.of(Listing.Cell.of(line), Listing.Cell.of(""), Listing.Cell.of("")));
    }
}
