package tallygate.gateway.admin.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tallygate.gateway.saga.SagaDesk;

/** The steps of a saga as a diagram: forward above, compensation below. */
public final class SagaSteps {
    private static final Pattern REQUEST = Pattern.compile("(:c)?:s(\\d{1,4})$");

    private SagaSteps() {}

    /**
     * One direction of a step.
     *
     * @param sign idle when nothing was sent
     */
    public record Box(String sign, String name, String text) {}

    public record Step(int number, Box forward, Box back) {}

    /** @param lines of the saga's timeline, oldest first */
    public static List<Step> of(Look look, List<SagaDesk.Line> lines) {
        Map<Integer, Box> forward = new TreeMap<>();
        Map<Integer, Box> back = new TreeMap<>();
        for (SagaDesk.Line line : lines) {
            Matcher request = REQUEST.matcher(line.request());
            if (request.find()) {
                int step = Integer.parseInt(request.group(2));
                Map<Integer, Box> way = request.group(1) == null ? forward : back;
                way.put(step, box(look, line));
            }
        }
        List<Step> steps = new ArrayList<>();
        forward.forEach((number, box) -> steps.add(new Step(
                number,
                box,
                back.getOrDefault(number, new Box("idle", look.say("no compensation sent", "未发出补偿"), "")))));
        return steps;
    }

    private static Box box(Look look, SagaDesk.Line line) {
        String sign = switch (line.what()) {
            case "done" -> "success";
            case "failed" -> "failed";
            case "compensated" -> "compensated";
            case "compensation-failed" -> "dead";
            case "unknown" -> "unknown";
            default -> "processing";
        };
        String word = word(look, line.what());
        return new Box(sign, line.step(), line.detail().isEmpty() ? word : word + ": " + line.detail());
    }

    /** What a line of a saga's story is about; deeds of people are among them. */
    static String word(Look look, String what) {
        return switch (what) {
            case "sent" -> look.say("sent", "已发出");
            case "done" -> look.say("done", "完成");
            case "failed" -> look.say("refused", "被拒绝");
            case "compensated" -> look.say("compensated", "已补偿");
            case "compensation-failed" -> look.say("compensation failed", "补偿失败");
            case "unknown" -> look.say("no answer", "无应答");
            case "call" -> look.say("called", "调用");
            case "ask" -> look.say("asked for the result", "查询结果");
            case "result" -> look.say("result came", "收到结果");
            case "turn" -> look.say("turned back", "转为补偿");
            case "held" -> look.say("held for a person", "待人工处理");
            default -> DeedWords.of(look, what);
        };
    }
}
