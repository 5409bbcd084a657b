package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * How this node takes and keeps work.
 *
 * @param lease how long leased work stays ours without renewal
 * @param leasePatrol pause between two looks for leases that have ended
 * @param dueScan pause between two whole scans for due work; marks make the scans between them cheap
 * @param leaseScan pause between two whole scans for ended leases
 * @param crashesMax nodes that may die one after the other with a task that runs alone, before it is failed
 */
public record WorkConfig(Duration lease, Duration leasePatrol, Duration dueScan, Duration leaseScan, int crashesMax) {
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
                    Kinds.duration("100ms", "5s"),
                    "Pause between two looks for leases that have ended.",
                    "两次查找过期租约之间的间隔。")
            .or("2s")
            .atRestart();
    private static final Key<Duration> DUE_SCAN = Key.of(
                    "due-scan",
                    Kinds.duration("1s", "1m"),
                    "Pause between two whole scans for due work; marks make the scans between them cheap.",
                    "两次全量扫描到期任务之间的间隔；其间的扫描借助水位标记，代价很小。")
            .or("10s")
            .atRestart();
    private static final Key<Duration> LEASE_SCAN = Key.of(
                    "lease-scan",
                    Kinds.duration("1s", "10m"),
                    "Pause between two whole scans for ended leases.",
                    "两次全量扫描过期租约之间的间隔。")
            .or("60s")
            .atRestart();
    private static final Key<Integer> CRASHES_MAX = Key.of(
                    "crashes-max",
                    Kinds.integer(1, 20),
                    "Nodes that may die one after the other with a task that runs alone, before it is failed as"
                            + " worker-lost.",
                    "任务单独运行时连续导致多少个节点死亡后判为失败（worker-lost）。")
            .or("3")
            .atRestart();

    static final Group GROUP = Group.of(
            "work",
            "How a node takes and keeps work. Concurrency stands at each route.",
            "节点如何领取和持有任务。并发数在各路由中设置。",
            LEASE,
            LEASE_PATROL,
            DUE_SCAN,
            LEASE_SCAN,
            CRASHES_MAX);

    public WorkConfig {
        if (!lease.isPositive() || !leasePatrol.isPositive() || crashesMax < 1) {
            throw new IllegalArgumentException("lease, patrol and crashes-max are above zero");
        }
    }

    /** The defaults. */
    public static WorkConfig standard() {
        return Section.defaults(GROUP, WorkConfig::from);
    }

    static WorkConfig from(Section section) {
        return new WorkConfig(
                section.value(LEASE),
                section.value(LEASE_PATROL),
                section.value(DUE_SCAN),
                section.value(LEASE_SCAN),
                section.value(CRASHES_MAX));
    }
}
