package tallygate.gateway.admin.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.desk.Tally;
import tallygate.gateway.ingest.EndpointDesk;
import tallygate.gateway.task.AuditRow;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TaskStatus;

/** What the overview shows, as read at one moment. */
public record OverviewView(
        Intake intake,
        TaskCounts counts,
        DeskStore.Waiting waiting,
        List<NodeStore.NodeRow> nodes,
        Tally tally,
        List<Trend.Point> trend,
        List<AuditRow> deeds,
        List<EndpointDesk.EndpointUse> endpoints) {
    private static final Duration LATE = Duration.ofMinutes(1);
    private static final double FAILED_SHARE_MAX = 0.01;
    private static final Duration KEY_ENDS_SOON = Duration.ofDays(30);

    /** Counters of this node since its start. */
    public record Intake(
            long stored, long duplicates, long refused, long conflicts, String perSecond, long acknowledgeMillis) {}

    /** A sentence that says what is the case, and where to go. */
    public record Verdict(String tone, String title, String text, String link, String linkText) {
        /** The sign of its tone. */
        public String sign() {
            return switch (tone) {
                case "fault" -> "failed";
                case "wait" -> "warn";
                default -> "success";
            };
        }
    }

    /** What waits on one route; counts as text, with + where they stopped. */
    public record LaneLine(String route, String pending, String processing, String failed, Duration oldest) {
        public String age(Look look) {
            return oldest.isZero() ? "–" : look.span(oldest);
        }
    }

    public List<LaneLine> lanes() {
        Map<String, Map<TaskStatus, String>> routes = new LinkedHashMap<>();
        for (TaskCounts.Count count : counts.counts()) {
            routes.computeIfAbsent(count.route(), _ -> new java.util.EnumMap<>(TaskStatus.class))
                    .put(count.status(), count.rows() + (count.isCapped() ? "+" : ""));
        }
        List<LaneLine> lines = new ArrayList<>();
        routes.forEach((route, found) -> lines.add(new LaneLine(
                route,
                found.getOrDefault(TaskStatus.PENDING, "0"),
                found.getOrDefault(TaskStatus.PROCESSING, "0"),
                found.getOrDefault(TaskStatus.FAILED, "0"),
                oldest(route))));
        return lines;
    }

    private Duration oldest(String route) {
        return counts.oldestDue().stream()
                .filter(age -> age.route().equals(route))
                .map(TaskCounts.Age::due)
                .findFirst()
                .orElse(Duration.ZERO);
    }

    /** At most a dozen points of the curves. */
    public List<Trend.Point> sparse() {
        int step = Math.max(1, trend.size() / 12);
        List<Trend.Point> some = new ArrayList<>();
        for (int i = trend.size() - 1; i >= 0; i -= step) {
            some.addFirst(trend.get(i));
        }
        return some;
    }

    public List<EndpointLine> doors(Look look) {
        return EndpointLine.worstFirst(look, endpoints);
    }

    /** What a person has to look at. */
    public record Todo(String sign, String title, String text, String href, String button) {}

    /** Most urgent first. */
    public List<Todo> todo(Look look) {
        List<Todo> todo = new ArrayList<>();
        add(
                todo,
                waiting.failed(),
                "failed",
                look.say(many(waiting.failed(), " failed task"), " 个失败任务"),
                look.say("Their tries are used up, or their receiver refused them for good.", "次数用尽，或被接收方最终拒绝。"),
                "/failed",
                look.say("Look at causes", "查看原因"));
        add(
                todo,
                waiting.deadLetters(),
                "dead",
                look.say(many(waiting.deadLetters(), " compensation") + " in the dead letter", " 个补偿进入死信"),
                look.say("Four tries did not undo a step.", "四次尝试均未能撤销该步骤。"),
                "/dead-letters",
                look.say("Take on", "处理"));
        add(
                todo,
                waiting.conflicts(),
                "conflict",
                look.say(many(waiting.conflicts(), " event") + " came again with other content", " 个事件再次到达且内容不同"),
                look.say("The first was run, the other was not.", "首次已执行，另一份未执行。"),
                "/conflicts",
                look.say("Compare", "比较"));
        add(
                todo,
                waiting.approvals(),
                "person",
                look.say(
                        waiting.approvals() == 1
                                ? " approval waits for a second person"
                                : " approvals wait for a second person",
                        " 项审批等待第二人"),
                look.say("Each ends a day after it was asked for.", "每项在发起一天后失效。"),
                "/approvals",
                look.say("Read", "查看"));
        add(
                todo,
                waiting.discrepancies(),
                "warn",
                look.say(waiting.discrepancies() == 1 ? " discrepancy open" : " discrepancies open", " 项未结差异"),
                look.say("What a provider says and what is stored here do not agree.", "支付方记录与本地记录不一致。"),
                "/discrepancies",
                look.say("Open the books", "查看差异"));
        for (EndpointDesk.EndpointUse use : endpoints) {
            String name = use.endpoint().name();
            use.keys()
                    .forEach(key -> key.key()
                            .notAfter()
                            .filter(until -> until.isBefore(look.now().plus(KEY_ENDS_SOON)))
                            .ifPresent(until -> todo.add(new Todo(
                                    "warn",
                                    look.say("A key of ", "密钥即将到期：")
                                            + name
                                            + look.say(until.isBefore(look.now()) ? " has ended" : " ends soon", ""),
                                    look.shortened(key.key().id()) + ", " + look.ago(until),
                                    "/endpoints/" + Local.encode(name),
                                    look.say("Keys", "密钥")))));
        }
        return todo;
    }

    private static String many(int count, String one) {
        return count == 1 ? one : one + "s";
    }

    private static void add(
            List<Todo> todo, int count, String sign, String what, String text, String href, String button) {
        if (count > 0) {
            todo.add(new Todo(sign, (count >= 1_000 ? "1,000+" : Integer.toString(count)) + what, text, href, button));
        }
    }

    /** Figures of this node with their curves. */
    public List<Dial> dials(Look look) {
        Trend.Point last =
                trend.isEmpty() ? new Trend.Point(look.now(), 0, 0, Duration.ZERO, Duration.ZERO) : trend.getLast();
        Duration oldest = counts.oldestDue().stream()
                .map(TaskCounts.Age::due)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        return List.of(
                new Dial(
                        look.say("Intake", "接收"),
                        intake.perSecond(),
                        look.say("a second", "个每秒"),
                        trend.stream().map(Trend.Point::perSecond).toList(),
                        0,
                        false),
                new Dial(
                        look.say("Failed share", "失败占比"),
                        String.format(Locale.ROOT, "%.2f %%", last.failedShare() * 100),
                        look.say("limit 1 %", "上限 1 %"),
                        trend.stream().map(Trend.Point::failedShare).toList(),
                        FAILED_SHARE_MAX,
                        last.failedShare() > FAILED_SHARE_MAX),
                new Dial(
                        look.say("Created to done, 99 %", "创建到完成（99 %）"),
                        last.delay().isZero() ? "–" : look.say("≤ ", "≤ ") + look.fine(last.delay()),
                        look.say("last minute", "近一分钟"),
                        trend.stream()
                                .map(point -> point.delay().toMillis() / 1000.0)
                                .toList(),
                        LATE.toSeconds(),
                        last.delay().compareTo(LATE) > 0),
                new Dial(
                        look.say("Oldest due task", "最早到期任务"),
                        oldest.isZero() ? "–" : look.span(oldest),
                        look.say("limit 1 min", "上限 1 分"),
                        trend.stream()
                                .map(point -> point.oldestDue().toSeconds() * 1.0)
                                .toList(),
                        LATE.toSeconds(),
                        oldest.compareTo(LATE) > 0));
    }

    public List<Verdict> verdicts(Look look) {
        return List.of(money(look), delivery(look), books(look));
    }

    private Verdict money(Look look) {
        boolean isRefusing = intake.refused() > 0;
        String text = look.say(
                intake.perSecond() + " callbacks a second, each stored before it is acknowledged.",
                "每秒 " + intake.perSecond() + " 个回调，均先入库再应答。");
        return isRefusing
                ? new Verdict(
                        "wait",
                        look.say("Money in: some were refused", "收款：有回调被拒收"),
                        text,
                        "/rejected",
                        look.say("See why", "查看原因"))
                : new Verdict("good", look.say("Money in: nothing refused", "收款：没有拒收"), text, "", "");
    }

    private Verdict delivery(Look look) {
        Duration worst = counts.oldestDue().stream()
                .map(TaskCounts.Age::due)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        if (worst.compareTo(LATE) > 0) {
            return new Verdict(
                    "fault",
                    look.say("Delivery: late by ", "投递：延迟 ") + look.span(worst),
                    look.say("A due task has waited that long. Look at its lane.", "最早到期的任务已等待这么久，请查看通道。"),
                    "/lanes",
                    look.say("Lanes", "通道"));
        }
        if (waiting.failed() > 0) {
            return new Verdict(
                    "wait",
                    look.say("Delivery: on time, ", "投递：准时，")
                            + look.number(waiting.failed())
                            + look.say(" failed", " 个失败"),
                    look.say("Failed tasks wait for a person.", "失败任务等待人工处理。"),
                    "/failed",
                    look.say("Look at causes", "查看原因"));
        }
        return new Verdict(
                "good", look.say("Delivery: on time", "投递：准时"), look.say("Nothing has failed.", "没有失败任务。"), "", "");
    }

    private Verdict books(Look look) {
        int open = waiting.discrepancies() + waiting.conflicts() + waiting.deadLetters();
        return open == 0
                ? new Verdict(
                        "good",
                        look.say("Books: no open difference", "账务：没有未结差异"),
                        look.say("No conflict, no dead letter.", "没有内容冲突，没有死信。"),
                        "",
                        "")
                : new Verdict(
                        "wait",
                        look.say("Books: ", "账务：")
                                + look.number(open)
                                + look.say(many(open, " matter") + " open", " 项未结"),
                        look.say(
                                waiting.discrepancies() + many(waiting.discrepancies(), " difference") + ", "
                                        + waiting.conflicts() + many(waiting.conflicts(), " conflict") + ", "
                                        + waiting.deadLetters() + many(waiting.deadLetters(), " dead letter") + ".",
                                waiting.discrepancies() + " 项差异，" + waiting.conflicts() + " 项冲突，"
                                        + waiting.deadLetters() + " 项死信。"),
                        "/discrepancies",
                        look.say("Open the books", "查看差异"));
    }
}
