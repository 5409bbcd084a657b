package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * How this node keeps work.
 *
 * @param lease how long leased work stays ours without renewal
 */
public record WorkConfig(Duration lease) {
    private static final Key<Duration> LEASE = Key.of(
                    "lease",
                    Kinds.duration("5s", "10m"),
                    "How long leased work stays a node's without renewal; renewed at a third. Work of a killed node"
                            + " starts again within the lease and ten seconds.",
                    "租约时长，每过三分之一续约。节点被杀后，其任务在租约加十秒之内重新开始。")
            .or("30s")
            .atRestart();

    static final Group GROUP = Group.of(
            "work",
            "How a node takes and keeps work. Concurrency stands at each route.",
            "节点如何领取和持有任务。并发数在各路由中设置。",
            LEASE);

    public WorkConfig {
        if (!lease.isPositive()) {
            throw new IllegalArgumentException("a lease is above zero, got " + lease);
        }
    }

    /** The defaults. */
    public static WorkConfig standard() {
        return Section.defaults(GROUP, WorkConfig::from);
    }

    static WorkConfig from(Section section) {
        return new WorkConfig(section.value(LEASE));
    }
}
