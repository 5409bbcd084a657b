package tallygate.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.source.Paths;
import tallygate.config.value.DurationText;

/**
 * Where tasks go, and how they are worked.
 *
 * @param concurrency calls at the same time on one node
 * @param waiting leased tasks that wait for a call to end, so that claims can be large
 * @param runMax after this a call is interrupted, should the handler's own timeouts not work
 * @param care fairness, breaker and order
 * @param bizTypes other rules for some kinds of business
 */
public record RouteConfig(
        String name,
        HandlerConfig handler,
        int concurrency,
        int waiting,
        Duration runMax,
        Effects effects,
        CareConfig care,
        RetryConfig retry,
        EarlyConfig early,
        Map<String, BizTypeConfig> bizTypes) {
    /** How often one money effect is worked. */
    public enum Effects {
        /** A second event with the same effect is stored, acknowledged and linked, not run. */
        ONCE,
        EVERY_EVENT
    }

    private static final Key<Integer> CONCURRENCY = Key.of(
                    "concurrency", Kinds.integer(1, 10_000), "Calls at the same time on one node.", "单个节点上同时进行的调用数。")
            .or("64");
    private static final Key<Integer> WAITING = Key.of(
                    "waiting",
                    Kinds.integer(0, 10_000),
                    "Leased tasks that wait for a call to end, so that claims can be large.",
                    "已领取、等待空位的任务数，使领取可以成批进行。")
            .or("192");
    private static final Key<Duration> RUN_MAX = Key.of(
                    "run-max",
                    Kinds.duration("100ms", "1h"),
                    "A call that takes longer is interrupted, should the handler's own timeouts not work.",
                    "调用超过此时长即被中断，以防处理器自身的超时失效。")
            .orAbsent("1m, or the handler's timeout and 10s when that is longer", "1m；若处理器超时加 10s 更长则取后者");
    private static final Key<Effects> EFFECTS = Key.of(
                    "effects",
                    Kinds.choice(Effects.class),
                    "once: a money effect is worked once, whatever the number of events that report it; every-event:"
                            + " each event is worked.",
                    "once：同一资金效果无论有多少事件通知，只处理一次；every-event：每个事件都处理。")
            .or("once");

    private static final Duration RUN_MAX_USUAL = Duration.ofMinutes(1);

    private static final Group BIZ_TYPE = Group.of(
                    "routes.NAME.biz-types.TYPE", "Rules for one kind of business.", "针对某一业务类型的规则。", BizTypeConfig.SCAN)
            .with(Group.Branch.one("retry", RetryConfig.GROUP), Group.Branch.one("early", EarlyConfig.GROUP));

    static final Group GROUP = Group.of(
                    "routes.NAME", "Where tasks go, and how they are worked.", "任务的去向与处理方式。", keys())
            .with(branches())
            .hint("deadline", "write retry: { deadline: … } or early: { deadline: … }");

    private static Key<?>[] keys() {
        return Stream.concat(Stream.of(CONCURRENCY, WAITING, RUN_MAX, EFFECTS), CareConfig.KEYS.stream())
                .toArray(Key<?>[]::new);
    }

    private static Group.Branch[] branches() {
        return Stream.concat(
                        Stream.of(
                                HandlerConfig.branch(),
                                Group.Branch.one("retry", RetryConfig.GROUP),
                                Group.Branch.one("early", EarlyConfig.GROUP),
                                Group.Branch.map("biz-types", BIZ_TYPE)),
                        CareConfig.BRANCHES.stream())
                .toArray(Group.Branch[]::new);
    }

    public RouteConfig {
        bizTypes = Collections.unmodifiableMap(new LinkedHashMap<>(bizTypes));
        new Rules()
                .must(
                        runMax.compareTo(handler.longestCall()) >= 0,
                        "run-max (" + DurationText.format(runMax) + ") must not be below the handler's timeout ("
                                + DurationText.format(handler.longestCall()) + ")",
                        "run-max",
                        "handler")
                .hold();
    }

    static Optional<RouteConfig> from(String name, Section section) {
        if (!Paths.NAME.matcher(name).matches()) {
            section.reading()
                    .problems()
                    .add(
                            section.path(),
                            section.origin(),
                            "is not a route's name; allowed: "
                                    + Kinds.name().allowed().english());
        }
        Optional<HandlerConfig> handler = HandlerConfig.from(section);
        int concurrency = section.value(CONCURRENCY);
        int waiting = section.value(WAITING);
        Duration runMax = section.optional(RUN_MAX, () -> runMax(handler));
        Effects effects = section.value(EFFECTS);
        CareConfig care = CareConfig.from(section);
        RetryConfig retry = section.one("retry", RetryConfig::from);
        EarlyConfig early = section.one("early", EarlyConfig::from);
        Map<String, BizTypeConfig> bizTypes =
                section.map("biz-types", (type, below) -> BizTypeConfig.from(type, below, retry, early));
        return section.make(
                () -> handler.map(h ->
                        new RouteConfig(name, h, concurrency, waiting, runMax, effects, care, retry, early, bizTypes)),
                Optional::empty);
    }

    private static Duration runMax(Optional<HandlerConfig> handler) {
        Duration longest =
                handler.map(HandlerConfig::longestCall).orElse(Duration.ZERO).plusSeconds(10);
        return longest.compareTo(RUN_MAX_USUAL) > 0 ? longest : RUN_MAX_USUAL;
    }
}
