package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * How a route is worked fairly: beside other routes, and with a receiver in trouble.
 *
 * @param priority 0 to 9, the higher the sooner
 * @param concurrencyLeast calls at the same time that a receiver in trouble gets at least
 * @param scan how long a node waits at most before it looks for due tasks again
 * @param poison so many tasks in a row that are refused for good pause this version of the handler; 0: never
 * @param version which handler this is; empty: named by its configuration
 * @param order empty: in any order
 * @param probe empty: what is called done is believed
 */
public record CareConfig(
        int priority,
        int concurrencyLeast,
        Duration scan,
        int poison,
        Optional<String> version,
        BreakerConfig breaker,
        Optional<OrderConfig> order,
        Optional<ProbeConfig> probe) {
    private static final Key<Integer> PRIORITY = Key.of(
                    "priority",
                    Kinds.integer(0, 9),
                    "When a node has more to do than work.concurrency allows, tasks of higher priority begin first;"
                            + " every eighth turn goes by turns, so that nobody waits for ever.",
                    "节点任务多于 work.concurrency 时，优先级高的先开始；每八次有一次轮流，避免永久等待。")
            .or("5");
    private static final Key<Integer> LEAST = Key.of(
                    "concurrency-least",
                    Kinds.integer(1, 10_000),
                    "The number of calls at the same time follows the receiver: a third less when it is overloaded,"
                            + " slowly more when it answers, between this and concurrency.",
                    "并发数随接收方调整：过载时减少三分之一，恢复后逐渐增加，介于此值与 concurrency 之间。")
            .or("2");
    private static final Key<Duration> SCAN = Key.of(
                    "scan",
                    Kinds.duration("10ms", "1h"),
                    "How long a node waits at most before it looks for due tasks of the route again. Usual without"
                            + " this: all the time. Retry times are rounded up to it; new callbacks are handed over"
                            + " at once all the same.",
                    "节点两次查找本路由到期任务之间的最长间隔。默认持续查找。重试时间会相应延后；新回调仍即时移交。")
            .or("200ms");
    private static final Key<Integer> POISON = Key.of(
                    "poison",
                    Kinds.integer(0, 100_000),
                    "So many tasks in a row that are refused for good, with no success between, pause this version of"
                            + " the handler on all nodes that have it, and raise an alert: a bad release must not fail"
                            + " thousands. Nodes with another version go on. 0: never.",
                    "连续这么多任务被永久拒绝且其间无成功时，在所有使用该处理器版本的节点上暂停它并告警，避免一次错误发布使成千上万任务失败；其他版本的节点照常工作。0：从不。")
            .or("100");

    private static final Key<String> VERSION = Key.of(
                    "version",
                    Kinds.name(),
                    "Names this version of the handler, as its release: what poison pauses.",
                    "本处理器版本的名称，如发布号：poison 暂停的对象。")
            .orAbsent("a digest of the handler's configuration", "处理器配置的摘要");

    /** Keys that stand at the route itself. */
    static final List<Key<?>> KEYS = List.of(PRIORITY, LEAST, SCAN, POISON, VERSION);

    static final List<Group.Branch> BRANCHES = List.of(
            Group.Branch.one("breaker", BreakerConfig.GROUP),
            Group.Branch.one("order", OrderConfig.GROUP),
            Group.Branch.one("probe", ProbeConfig.GROUP));

    static CareConfig from(Section route) {
        return new CareConfig(
                route.value(PRIORITY),
                route.value(LEAST),
                route.value(SCAN),
                route.value(POISON),
                route.optional(VERSION),
                route.one("breaker", BreakerConfig::from),
                route.optional("order", order -> Optional.of(OrderConfig.from(order))),
                route.optional("probe", ProbeConfig::from));
    }
}
