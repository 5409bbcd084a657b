package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.DurationText;

/**
 * How a task waits that is not to use a try: its order is not there yet, or the receiver still works on it.
 *
 * @param deadline age of the task after which such an answer counts as a failed try
 */
public record EarlyConfig(Duration first, Duration most, Duration deadline) {
    private static final Key<Duration> FIRST = Key.of(
                    "first", Kinds.duration("100ms", "1h"), "The shortest pause.", "最短间隔。")
            .or("5s");
    private static final Key<Duration> MOST = Key.of(
                    "most",
                    Kinds.duration("100ms", "1d"),
                    "The longest pause; pauses grow with the task's age.",
                    "最长间隔；间隔随任务年龄增长。")
            .or("5m");
    private static final Key<Duration> DEADLINE = Key.of(
                    "deadline",
                    Kinds.duration("1s", "30d"),
                    "Age of the task after which such an answer counts as a failed try, so that no task waits for"
                            + " ever.",
                    "任务超过此年龄后，这类应答计为一次失败，避免永久等待。")
            .or("1d");

    static final Group GROUP = Group.of(
            "early",
            "How a task waits without using a try: its order is not there yet, or the receiver still works on it.",
            "不消耗重试次数的等待：订单尚未到达，或接收方仍在处理。",
            FIRST,
            MOST,
            DEADLINE);

    public EarlyConfig {
        new Rules()
                .must(
                        first.compareTo(most) <= 0,
                        "first (" + DurationText.format(first) + ") must not be above most ("
                                + DurationText.format(most) + ")",
                        "first",
                        "most")
                .hold();
    }

    /** The defaults. */
    public static EarlyConfig standard() {
        return Section.defaults(GROUP, EarlyConfig::from);
    }

    static EarlyConfig from(Section section) {
        return section.make(
                () -> new EarlyConfig(section.value(FIRST), section.value(MOST), section.value(DEADLINE)),
                EarlyConfig::standard);
    }
}
