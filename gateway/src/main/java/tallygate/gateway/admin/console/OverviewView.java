package tallygate.gateway.admin.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tallygate.gateway.desk.DeskStore;
import tallygate.gateway.task.NodeStore;
import tallygate.gateway.task.TaskCounts;
import tallygate.gateway.task.TaskStatus;

/** What the overview shows, as read at one moment. */
public record OverviewView(Intake intake, TaskCounts counts, DeskStore.Waiting waiting, List<NodeStore.NodeRow> nodes) {
    private static final Duration LATE = Duration.ofMinutes(1);

    /** Counters of this node since its start. */
    public record Intake(
            long stored, long duplicates, long refused, long conflicts, String perSecond, long acknowledgeMillis) {}

    /** A sentence that says what is the case, and where to go. */
    public record Verdict(String tone, String title, String text, String link, String linkText) {}

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
                        look.say("Books: ", "账务：") + look.number(open) + look.say(" matters open", " 项未结"),
                        look.say(
                                waiting.discrepancies() + " differences, " + waiting.conflicts() + " conflicts, "
                                        + waiting.deadLetters() + " dead letters.",
                                waiting.discrepancies() + " 项差异，" + waiting.conflicts() + " 项冲突，"
                                        + waiting.deadLetters() + " 项死信。"),
                        "/discrepancies",
                        look.say("Open the books", "查看差异"));
    }
}
