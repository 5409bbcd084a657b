package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;

/**
 * How this node keeps work.
 *
 * @param lease how long leased work stays ours without renewal
 * @param leasePatrol how often leases that have ended are looked for
 * @param dueScan how often due work is looked for without the low-water mark
 * @param leaseScan how often ended leases are looked for without the low-water mark
 * @param crashesMax lost leases in a row, with nothing beside it, after which a task is failed
 * @param concurrency calls at the same time of all routes together
 * @param clockSkewMax how far the node's clock may be off the database's; beyond it the node takes no work
 */
public record WorkConfig(
        Duration lease,
        Duration leasePatrol,
        Duration dueScan,
        Duration leaseScan,
        int crashesMax,
        int concurrency,
        Duration clockSkewMax) {
    private static final Key<Duration> LEASE = Key.of(
                    "lease",
                    Kinds.duration("5s", "10m"),
                    "How long leased work stays a node's without renewal; renewed at a third. Work of a killed node"
                            + " starts again within the lease and ten seconds.",
                    "租约时长，每过三分之一续约。节点被杀后，其任务在租约加十秒之内重新开始。")
            .or("30s")
            .atRestart();
    private static final Key<Duration> LEASE_PATROL = Key.of(
                    "lease-patrol",
                    Kinds.duration("100ms", "4s"),
                    "How often leases that have ended are looked for, a quarter sooner or later; at most 500 tasks are"
                            + " taken over at a time.",
                    "多久查找一次已到期的租约，上下浮动四分之一；每次最多接管 500 个任务。")
            .or("2s")
            .atRestart();
    private static final Key<Duration> DUE_SCAN = Key.of(
                    "due-scan",
                    Kinds.duration("1s", "5m"),
                    "How often due work is looked for in the whole index, besides the quick scans that begin where the"
                            + " last one ended. Finds what became visible late.",
                    "除从上次位置继续的快速扫描外，多久对到期任务做一次完整扫描，以找到较晚可见的行。")
            .or("10s")
            .atRestart();
    private static final Key<Duration> LEASE_SCAN = Key.of(
                    "lease-scan", Kinds.duration("1s", "10m"), "The same for leases that have ended.", "同上，针对已到期的租约。")
            .or("60s")
            .atRestart();
    private static final Key<Integer> CRASHES_MAX = Key.of(
                    "crashes-max",
                    Kinds.integer(1, 100),
                    "A task during which a node died twice is run with nothing beside it. When that ends so often"
                            + " without an outcome, the task is failed as worker-lost. A saga whose leases ran out so"
                            + " often in a row, without a step in between, is held for a person.",
                    "执行期间节点两次异常终止的任务将单独运行；单独运行仍无结果达到此次数后，任务以 worker-lost 失败。租约连续"
                            + "到期达到此次数且其间没有任何步骤推进的 Saga 会被挂起，等待人工处理。")
            .or("3")
            .atRestart();

    private static final Key<Integer> CONCURRENCY = Key.of(
                    "concurrency",
                    Kinds.integer(1, 100_000),
                    "Calls at the same time on a node, of all routes together. Beyond it priorities decide.",
                    "单个节点所有路由同时进行的调用总数；超过时按优先级决定。")
            .or("1024")
            .atRestart();

    private static final Key<Duration> CLOCK_SKEW_MAX = Key.of(
                    "clock-skew-max",
                    Kinds.duration("1s", "24h"),
                    "A node whose clock is further off the database's takes no work until it is right again: receivers"
                            + " would refuse the time in its signatures. Its callbacks are stored for other nodes.",
                    "节点时钟与数据库相差超过此值时，在校正之前不再领取任务：接收方会因签名中的时间而拒绝。其回调照常入库，由其他节点处理。")
            .or("5m")
            .atRestart();

    static final Group GROUP = Group.of(
            "work",
            "How a node takes and keeps work. Concurrency stands at each route.",
            "节点如何领取和持有任务。并发数在各路由中设置。",
            LEASE,
            LEASE_PATROL,
            DUE_SCAN,
            LEASE_SCAN,
            CRASHES_MAX,
            CONCURRENCY,
            CLOCK_SKEW_MAX);

    public WorkConfig {
        new Rules()
                .must(lease.isPositive(), "lease must be above zero", "lease")
                .must(leasePatrol.isPositive(), "lease-patrol must be above zero", "lease-patrol")
                .must(dueScan.isPositive() && leaseScan.isPositive(), "scans must be above zero apart", "due-scan")
                .must(crashesMax > 0, "crashes-max must be above zero", "crashes-max")
                .must(clockSkewMax.isPositive(), "clock-skew-max must be above zero", "clock-skew-max")
                .hold();
    }

    /** The defaults. */
    public static WorkConfig standard() {
        return Section.defaults(GROUP, WorkConfig::from);
    }

    static WorkConfig from(Section section) {
        return section.make(
                () -> new WorkConfig(
                        section.value(LEASE),
                        section.value(LEASE_PATROL),
                        section.value(DUE_SCAN),
                        section.value(LEASE_SCAN),
                        section.value(CRASHES_MAX),
                        section.value(CONCURRENCY),
                        section.value(CLOCK_SKEW_MAX)),
                WorkConfig::standard);
    }
}
