package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * Tasks of one business key run one after the other.
 *
 * @param settle a task may run only when its row is so old
 */
public record OrderConfig(Duration settle, WhenFailed whenFailed) {
    /** What a failed task means for the younger ones of its key. */
    public enum WhenFailed {
        /** They wait until a person has retried or settled it. */
        WAIT,
        GO_ON
    }

    private static final Key<Duration> SETTLE = Key.of(
                    "settle",
                    Kinds.duration("1s", "10m"),
                    "A task runs only when its row is so old. Above the answer deadline: then every older callback"
                            + " that was acknowledged, by whichever node, is committed by that time.",
                    "任务行达到此年龄后才执行。须大于应答期限：届时任何节点已确认的更早回调都已提交。")
            .or("4s");
    private static final Key<WhenFailed> WHEN_FAILED = Key.of(
                    "when-failed",
                    Kinds.choice(WhenFailed.class),
                    "wait: a failed task holds back the younger ones of its biz_id until a person has retried or"
                            + " settled it; go-on: they run without it.",
                    "wait：失败的任务会挡住同一 biz_id 的后续任务，直到人工重试或处理；go-on：后续任务继续执行。")
            .or("wait");

    static final Group GROUP = Group.of(
            "order",
            "When written (also empty, {}), tasks of one biz_id run one after the other, in the order of their"
                    + " arrival; other keys are not held up. Such routes never use the hand-over from intake.",
            "写出此项（可为空 {}）时，同一 biz_id 的任务按到达顺序逐个执行，不影响其他键。此类路由不使用接入直接移交。",
            SETTLE,
            WHEN_FAILED);

    static OrderConfig from(Section section) {
        return new OrderConfig(section.value(SETTLE), section.value(WHEN_FAILED));
    }
}
