package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * How the gateway ends its work.
 *
 * @param delay during which it goes on accepting while /readyz already says no, so that a load balancer can notice
 * @param shutdownWait for callbacks and deliveries under way, once it has stopped accepting; what is left goes back to the table
 */
public record DrainConfig(Duration delay, Duration shutdownWait) {
    private static final Key<Duration> DELAY = Key.of(
                    "delay",
                    Kinds.duration("0s", "5m"),
                    "After SIGTERM, /readyz says no while callbacks are still accepted, so that a load balancer can"
                            + " notice.",
                    "收到 SIGTERM 后，/readyz 先报告未就绪、仍继续接收回调的时长，便于负载均衡摘除节点。")
            .or("5s");
    private static final Key<Duration> WAIT = Key.of(
                    "wait",
                    Kinds.duration("1s", "10m"),
                    "Then callbacks and deliveries under way may end; what is left goes back to the table.",
                    "随后等待进行中的回调和投递结束的时长；未完成的任务交还任务表。")
            .or("10s");

    static final Group GROUP = Group.of("server.drain", "How the gateway ends its work.", "网关如何结束工作。", DELAY, WAIT);

    public DrainConfig {
        if (delay.isNegative() || !shutdownWait.isPositive()) {
            throw new IllegalArgumentException("drain delay " + delay + " or wait " + shutdownWait + " is impossible");
        }
    }

    /** The defaults. */
    public static DrainConfig standard() {
        return Section.defaults(GROUP, DrainConfig::from);
    }

    static DrainConfig from(Section section) {
        return new DrainConfig(section.value(DELAY), section.value(WAIT));
    }
}
