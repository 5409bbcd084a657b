package tallygate.gateway.admin.console;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tallygate.gateway.admin.api.TaskView;
import tallygate.gateway.admin.web.Local;
import tallygate.gateway.desk.Happening;

/**
 * An order's page: its tasks, everything that happened, and what comes next.
 *
 * @param task the one the page was asked for
 * @param isAsked its receiver is being asked whether the effect of the failed task is there
 */
public record OrderView(TaskView task, List<TaskView> tasks, List<Happening> happenings, boolean isAsked) {
    /**
     * One line of the timeline; its sign is that of a state.
     *
     * @param column of whoever acted, from 1; 0 for nobody
     * @param style empty, hot, plan, now or gap
     */
    public record Item(Instant at, int column, String who, String what, String text, String sign, String style) {}

    /** A change that the state allows. */
    public record Move(String key, String name) {}

    public String title(Look look) {
        return task.bizId().isEmpty() ? look.say("Task ", "任务 ") + task.id() : look.say("Order ", "订单 ") + task.bizId();
    }

    public String tone() {
        return switch (task.status()) {
            case "failed" -> "fault";
            case "pending" -> task.waits().isPresent() ? "wait" : "";
            case "success" -> "good";
            default -> "";
        };
    }

    public String next(Look look) {
        return switch (task.status()) {
            case "pending" ->
                !task.nextAt().isAfter(look.now())
                        ? look.say(
                                "Due now: attempt " + (task.attempts() + 1) + ".",
                                "已到期：第 " + (task.attempts() + 1) + " 次投递。")
                        : look.say(
                                        "Next: attempt " + (task.attempts() + 1) + " ",
                                        "下一步：第 " + (task.attempts() + 1) + " 次投递，")
                                + look.ago(task.nextAt()) + ".";
            case "processing" ->
                look.say("A node works on it; its lease ends ", "节点正在处理，租约")
                        + look.ago(task.nextAt())
                        + look.say(".", "到期。");
            case "failed" -> look.say("Failed: nothing happens until a person acts.", "已失败：需要人工处理。");
            case "success" -> look.say("Done. Nothing is left to do.", "已完成，无需处理。");
            default -> look.say("Compensated by hand. Final.", "已人工补偿，不再变化。");
        };
    }

    public String nextDetail(Look look) {
        if (task.status().equals("pending") && task.waits().isPresent()) {
            return look.say("It waits: ", "等待原因：")
                    + look.waits(task.waits().get())
                    + look.say(". No try is used.", "，不消耗次数。");
        }
        if (isAsked) {
            return look.say(
                    "The last outcome is unknown, and the shop is being asked whether the effect is there. It can be"
                            + " settled when the answer is in.",
                    "最近一次结果未知，正在向业务系统查询是否已生效。查询有答案后方可了结。");
        }
        if (task.status().equals("failed") && task.lastOutcome().orElse("").equals("unknown")) {
            return look.say(
                    "The last outcome is unknown: it may have been applied. Ask the shop before it is compensated.",
                    "最近一次结果未知，可能已生效。补偿前请先核对业务系统。");
        }
        return task.status().equals("failed") ? task.lastError().orElse("") : "";
    }

    public List<Move> moves(Look look) {
        return switch (task.status()) {
            case "failed" -> failed(look);
            case "pending" ->
                task.waits().orElse("").equals("held")
                        ? List.of(new Move("release", look.say("Release: due at once", "放行：立即到期")))
                        : List.of(new Move("settle", look.say("Compensated: cancelled, never run", "已补偿：取消，不再执行")));
            case "success" ->
                List.of(new Move("force", look.say("Pending: run again (a second person agrees)", "待处理：重新执行（需第二人批准）")));
            default -> List.of();
        };
    }

    private List<Move> failed(Look look) {
        Move retry = new Move("retry", look.say("Pending: retry now, tries start again", "待处理：立即重试，次数重新计算"));
        return isAsked
                ? List.of(retry)
                : List.of(retry, new Move("settle", look.say("Compensated: settled by hand, final", "已补偿：人工了结，不再变化")));
    }

    /** What the page tells of, in a line. */
    public String summary(Look look) {
        return look.say(
                (tasks.size() == 1 ? "One task" : tasks.size() + " tasks") + ", " + happenings.size()
                        + " entries: everything known of this order",
                tasks.size() + " 个任务，" + happenings.size() + " 条记录");
    }

    /** The heads of the columns. */
    public List<String> columns(Look look) {
        return Arrays.stream(Happening.Actor.values())
                .map(actor -> who(look, actor))
                .toList();
    }

    public String endpointAddress() {
        return Local.encode(task.endpoint());
    }

    /** What a copy button puts on the clipboard: the id itself, every character of it. */
    public String copied(String id) {
        return id;
    }

    public List<Item> items(Look look) {
        List<Item> items = new ArrayList<>();
        String day = "";
        for (Happening happening : happenings) {
            day = gap(look, items, happening.at(), day);
            items.add(item(look, happening));
        }
        if (!day.isEmpty()) {
            gap(look, items, look.now(), day);
        }
        items.add(new Item(look.now(), 0, "", look.say("Now", "现在"), "", "", "now"));
        if (task.status().equals("pending")) {
            String what = look.say("Attempt ", "第 ") + (task.attempts() + 1) + look.say("", " 次投递");
            int column = Happening.Actor.WORKER.ordinal() + 1;
            boolean isDue = !task.nextAt().isAfter(look.now());
            items.add(new Item(
                    isDue ? look.now() : task.nextAt(),
                    column,
                    who(look, Happening.Actor.WORKER),
                    what,
                    isDue ? look.say("due since ", "到期自 ") + look.time(task.nextAt()) : look.ago(task.nextAt()),
                    "planned",
                    "plan"));
        }
        return items;
    }

    /** A line between two days, with how long nothing happened. */
    private static String gap(Look look, List<Item> items, Instant at, String before) {
        String day = look.weekday(at);
        if (!day.equals(before)) {
            String quiet = items.isEmpty()
                    ? ""
                    : look.say(
                            look.span(Duration.between(items.getLast().at(), at)) + " later · ",
                            look.span(Duration.between(items.getLast().at(), at)) + "后 · ");
            items.add(new Item(at, 0, "", quiet + day, "", "", "gap"));
        }
        return day;
    }

    private static Item item(Look look, Happening happening) {
        boolean isHot = happening.kind().equals("failed") || happening.kind().equals("dead");
        return new Item(
                happening.at(),
                happening.actor().ordinal() + 1,
                who(look, happening.actor()),
                what(look, happening),
                happening.text(),
                sign(happening),
                isHot ? "hot" : "");
    }

    private static String who(Look look, Happening.Actor actor) {
        return switch (actor) {
            case PROVIDER -> look.say("Provider", "支付方");
            case GATE -> look.say("Gate", "网关");
            case WORKER -> look.say("Worker", "执行");
            case SAGA -> look.say("Saga", "事务");
            case PERSON -> look.say("Person", "人工");
        };
    }

    private static String what(Look look, Happening happening) {
        return switch (happening.kind()) {
            case "received" -> look.say("Callback received", "收到回调");
            case "copy" -> look.say("Came again: acknowledged, not run again", "再次到达：已应答，不重复执行");
            case "verified" -> look.say("Signature verified, stored, acknowledged", "验签通过，入库并应答");
            case "duplicate-effect" -> look.say("Same money effect as another task: not run", "与其他任务资金效果相同，不重复执行");
            case "done" -> look.say("Done", "完成");
            case "retry" -> look.say("Attempt failed, to be tried again", "投递失败，稍后重试");
            case "park" -> look.say("Parked, no try used", "暂缓，不消耗次数");
            case "failed" -> look.say("Failed for good", "最终失败");
            case "lost" -> look.say("Its node was lost", "节点失联");
            case "given-back" -> look.say("Given back unstarted", "未开始即归还");
            case "conflict" -> look.say("Came again with other content", "再次到达，内容不同");
            case "saga-sent" -> look.say("Step sent", "步骤已发出");
            case "saga-done" -> look.say("Step done", "步骤完成");
            case "saga-refused" -> look.say("Step refused", "步骤被拒绝");
            case "saga-undone" -> look.say("Step compensated", "步骤已补偿");
            case "dead" -> look.say("Compensation failed", "补偿失败");
            case "unknown" -> look.say("No answer: result unknown", "无应答：结果未知");
            case "probe-open" -> look.say("Receiver asked whether the effect is there", "已向接收方查询是否生效");
            case "probe-applied" -> look.say("Receiver says: the effect is there", "接收方答复：已生效");
            case "probe-not-applied" -> look.say("Receiver says: the effect is not there", "接收方答复：未生效");
            case "question-open" -> look.say("Provider asked for the outcome", "已向支付方查询结果");
            case "question-answered" -> look.say("Provider told the outcome", "支付方已答复结果");
            case "statement-row" -> look.say("On the provider's statement (minor units)", "出现在支付方账单（最小货币单位）");
            default -> DeedWords.of(look, happening.kind());
        };
    }

    private static String sign(Happening happening) {
        return switch (happening.kind()) {
            case "received" -> "got";
            case "duplicate-effect", "copy" -> "duplicate";
            case "saga-sent", "probe-open", "question-open" -> "processing";
            case "verified", "done", "saga-done", "probe-applied", "question-answered", "statement-row" -> "success";
            case "failed", "saga-refused" -> "failed";
            case "dead" -> "dead";
            case "retry", "lost", "probe-not-applied" -> "warn";
            case "unknown" -> "unknown";
            case "park", "given-back" -> "waits";
            case "conflict" -> "conflict";
            case "saga-undone", "task-settle", "task-cancel" -> "compensated";
            default -> happening.actor() == Happening.Actor.PERSON ? "person" : "idle";
        };
    }
}
