package tallygate.config;

import java.time.Duration;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Rules;
import tallygate.config.key.Section;
import tallygate.config.value.DurationText;

/**
 * When a route's receiver gets no calls for a while.
 *
 * @param calls judged only when so many were made in the window; 0: no breaker
 * @param percent of them that failed
 * @param ramp after an outage calls begin slowly for so long; zero: all at once
 * @param deadline age of a task after which waiting counts as a failed try
 */
public record BreakerConfig(
        int calls,
        int percent,
        Duration window,
        Duration open,
        Duration openMost,
        int probes,
        Duration ramp,
        Duration deadline) {
    private static final Key<Integer> CALLS = Key.of(
                    "calls",
                    Kinds.integer(0, 10_000),
                    "The receiver is judged when the window holds at least so many calls. 0: no breaker.",
                    "窗口内至少有这么多次调用才作判断。0：不用熔断器。")
            .or("40");
    private static final Key<Integer> PERCENT = Key.of(
                    "percent",
                    Kinds.integer(1, 100),
                    "It is away when so many of a hundred failed: no answer, 5xx, 429, 503, 401, 403, 404.",
                    "每百次调用中失败达到此数即视为不可用：无应答、5xx、429、503、401、403、404。")
            .or("80");
    private static final Key<Duration> WINDOW = Key.of(
                    "window", Kinds.duration("1s", "10m"), "Calls of the last so long count.", "统计最近这段时间内的调用。")
            .or("30s");
    private static final Key<Duration> OPEN = Key.of(
                    "open",
                    Kinds.duration("100ms", "1h"),
                    "First time without calls; doubled with each probe that fails.",
                    "首次停止调用的时长；每次探测失败后加倍。")
            .or("5s");
    private static final Key<Duration> OPEN_MOST = Key.of(
                    "open-most", Kinds.duration("100ms", "1h"), "Longest time without calls.", "停止调用的最长时长。")
            .or("1m");
    private static final Key<Integer> PROBES = Key.of(
                    "probes",
                    Kinds.integer(1, 100),
                    "Calls that decide whether the receiver is back.",
                    "用来判断接收方是否恢复的调用数。")
            .or("3");
    private static final Key<Duration> RAMP = Key.of(
                    "ramp",
                    Kinds.duration("0s", "1h"),
                    "After an outage a node begins with 10 calls a second and doubles that ten times in this time. 0s:"
                            + " at once.",
                    "恢复后，节点从每秒 10 次调用开始，在此时长内翻倍十次。0s：立即全速。")
            .or("30s");
    private static final Key<Duration> DEADLINE = Key.of(
                    "deadline",
                    Kinds.duration("1s", "30d"),
                    "Age of a task after which waiting for the receiver counts as a failed try.",
                    "任务超过此年龄后，等待接收方恢复计为一次失败。")
            .or("1d");

    static final Group GROUP = Group.of(
            "breaker",
            "When a receiver that fails gets no calls for a while. Its tasks wait without using tries, and it is"
                    + " probed until it answers.",
            "接收方频繁失败时暂停调用。期间任务等待且不消耗重试次数，并持续探测直到恢复。",
            CALLS,
            PERCENT,
            WINDOW,
            OPEN,
            OPEN_MOST,
            PROBES,
            RAMP,
            DEADLINE);

    public BreakerConfig {
        new Rules()
                .must(
                        open.compareTo(openMost) <= 0,
                        "open (" + DurationText.format(open) + ") must not be above open-most ("
                                + DurationText.format(openMost) + ")",
                        "open",
                        "open-most")
                .hold();
    }

    /** The defaults. */
    public static BreakerConfig standard() {
        return Section.defaults(GROUP, BreakerConfig::from);
    }

    static BreakerConfig from(Section section) {
        return section.make(
                () -> new BreakerConfig(
                        section.value(CALLS),
                        section.value(PERCENT),
                        section.value(WINDOW),
                        section.value(OPEN),
                        section.value(OPEN_MOST),
                        section.value(PROBES),
                        section.value(RAMP),
                        section.value(DEADLINE)),
                BreakerConfig::standard);
    }
}
