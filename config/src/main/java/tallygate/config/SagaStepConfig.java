package tallygate.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * One step of a saga.
 *
 * @param isParallel runs at the same time as the step before it
 * @param isPivot after it the saga only goes forward
 * @param input what it gets, by name; empty: the whole event and payload
 * @param output what is kept of its result, by name; empty: all
 */
public record SagaStepConfig(
        String name,
        Ways ways,
        boolean isParallel,
        boolean isPivot,
        Pauses pauses,
        Timeout timeout,
        Map<String, String> input,
        Map<String, String> output) {
    /** Whom it calls, and where. */
    public record Ways(String participant, String action, Optional<String> compensation, Optional<String> status) {}

    /** Before each further try of the step, and of its compensation. */
    public record Pauses(List<Duration> forward, List<Duration> backward) {
        public Pauses {
            forward = List.copyOf(forward);
            backward = List.copyOf(backward);
        }
    }

    /** As YAML writes it. */
    enum Truth {
        FALSE,
        TRUE
    }

    /** How its timeout follows its measured latency. */
    public record Timeout(Duration initial, Duration floor, Duration ceiling, int factor) {}

    private static final int TEXT_MAX = 500;
    private static final String STANDARD = "[2s, 5s, 15s]";

    private static final Key<String> NAME =
            Key.of("name", Kinds.name(), "The step's name, as logs and pages show it.", "步骤名称，显示于日志和页面。");
    private static final Key<String> PARTICIPANT = Key.of("participant", Kinds.name(), "Whom it calls.", "调用哪个参与方。");
    private static final Key<String> ACTION = Key.of(
            "action", Kinds.line(TEXT_MAX), "What runs the step: a path, or a local step's name.", "执行该步骤的路径，或本地步骤名。");
    private static final Key<String> COMPENSATION = Key.of(
                    "compensation",
                    Kinds.line(TEXT_MAX),
                    "What undoes the step: an operation of its own. Only the pivot and the steps after it may lack it.",
                    "撤销该步骤的独立接口。只有 pivot 及其后的步骤可以没有。")
            .orAbsent("none: the step cannot be undone", "无：该步骤无法撤销");
    private static final Key<String> STATUS = Key.of(
                    "status",
                    Kinds.line(TEXT_MAX),
                    "Where the participant tells what became of a request, with {requestId} in it: asked before a"
                            + " request without an answer is sent again or undone.",
                    "查询请求结果的路径，含 {requestId}：没有应答的请求在重发或撤销之前先查询。")
            .orAbsent("nowhere: it is sent again", "无：直接重发");
    private static final Key<Truth> PARALLEL =
            truth("parallel", "true: it runs at the same time as the step before it.", "true：与前一步骤同时执行。");
    private static final Key<Truth> PIVOT =
            truth("pivot", "true: after it is done the saga only goes forward.", "true：完成后只能向前。");
    private static final Key<List<Duration>> RETRY = pauses("retry", "Pauses before each further try.", "每次重试之前的等待。");
    private static final Key<List<Duration>> RETRY_COMPENSATION = pauses(
            "retry-compensation",
            "The same for its compensation; after the last one it goes to the dead letter.",
            "补偿的重试等待；用尽后进入死信。");
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout",
                    Kinds.duration("10ms", "10m"),
                    "Time for an answer until enough is measured. Later it is timeout-factor × P99.",
                    "在测得足够样本之前的应答时限；之后为 timeout-factor × P99。")
            .or("5s");
    private static final Key<Duration> FLOOR = Key.of(
                    "timeout-floor", Kinds.duration("1ms", "10m"), "The timeout is never below.", "超时下限。")
            .or("500ms");
    private static final Key<Duration> CEILING = Key.of(
                    "timeout-ceiling", Kinds.duration("10ms", "10m"), "The timeout is never above.", "超时上限。")
            .or("20s");
    private static final Key<Integer> FACTOR = Key.of(
                    "timeout-factor", Kinds.integer(1, 20), "How many times the measured P99.", "实测 P99 的倍数。")
            .or("4");
    private static final Key<List<String>> INPUT = mapping(
            "input",
            "What the step gets, as name=/pointer into event, payload and steps/NAME, or name=text.",
            "步骤输入：name=/指针（event、payload、steps/NAME）或 name=文本。");
    private static final Key<List<String>> OUTPUT =
            mapping("output", "What is kept of its result for later steps, as name=/pointer.", "为后续步骤保留的结果：name=/指针。");

    static final Group GROUP = Group.of(
            "sagas.definitions.NAME.steps",
            "One step; steps follow each other in the order of the list.",
            "一个步骤；按列表顺序执行。",
            NAME,
            PARTICIPANT,
            ACTION,
            COMPENSATION,
            STATUS,
            PARALLEL,
            PIVOT,
            RETRY,
            RETRY_COMPENSATION,
            TIMEOUT,
            FLOOR,
            CEILING,
            FACTOR,
            INPUT,
            OUTPUT);

    public SagaStepConfig {
        input = Map.copyOf(input);
        output = Map.copyOf(output);
    }

    private static Key<Truth> truth(String name, String english, String chinese) {
        return Key.of(name, Kinds.choice(Truth.class), english, chinese).or("false");
    }

    private static Key<List<Duration>> pauses(String name, String english, String chinese) {
        return Key.of(name, Kinds.list(Kinds.duration("0s", "1d"), 0, 20), english, chinese)
                .or(STANDARD);
    }

    private static Key<List<String>> mapping(String name, String english, String chinese) {
        return Key.of(name, Kinds.list(Kinds.line(TEXT_MAX), 0, 50), english, chinese)
                .or("[]");
    }

    static Optional<SagaStepConfig> from(Section section) {
        Optional<String> name = section.required(NAME);
        Optional<String> participant = section.required(PARTICIPANT);
        Optional<String> action = section.required(ACTION);
        var pauses = new Pauses(section.value(RETRY), section.value(RETRY_COMPENSATION));
        var timeout = new Timeout(
                section.value(TIMEOUT), section.value(FLOOR), section.value(CEILING), section.value(FACTOR));
        Optional<String> compensation = section.optional(COMPENSATION);
        Optional<String> status = section.optional(STATUS);
        boolean isParallel = section.value(PARALLEL) == Truth.TRUE;
        boolean isPivot = section.value(PIVOT) == Truth.TRUE;
        Map<String, String> input = pairs(section, "input", section.value(INPUT));
        Map<String, String> output = pairs(section, "output", section.value(OUTPUT));
        if (timeout.floor().compareTo(timeout.ceiling()) > 0
                || timeout.initial().compareTo(timeout.floor()) < 0
                || timeout.initial().compareTo(timeout.ceiling()) > 0) {
            section.problem("timeout", "must lie between timeout-floor and timeout-ceiling");
        }
        if (compensation.isPresent() && compensation.equals(action)) {
            section.problem("compensation", "is the action again; undoing is an operation of its own");
        }
        if (name.isEmpty() || participant.isEmpty() || action.isEmpty()) {
            return Optional.empty();
        }
        var ways = new Ways(participant.get(), action.get(), compensation, status);
        return Optional.of(new SagaStepConfig(name.get(), ways, isParallel, isPivot, pauses, timeout, input, output));
    }

    private static Map<String, String> pairs(Section section, String key, List<String> lines) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals <= 0
                    || pairs.put(
                                    line.substring(0, equals).strip(),
                                    line.substring(equals + 1).strip())
                            != null) {
                section.problem(key, "must be a list of name=/pointer or name=text, each name once");
            }
        }
        return pairs;
    }
}
