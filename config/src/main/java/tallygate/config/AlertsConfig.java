package tallygate.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * What people are told, and where.
 *
 * @param failedPercent share of failed tasks among ended ones, in the last ten minutes, above which an alert is raised
 * @param backlogAge how long a due task may wait
 * @param delay mean time from a callback to its done task, in the last ten minutes
 */
public record AlertsConfig(
        List<AlertChannelConfig> channels,
        Optional<URI> consoleUrl,
        Language language,
        Duration remind,
        int failedPercent,
        Duration backlogAge,
        Duration delay) {
    /** The language of the words around alerts. */
    public enum Language {
        EN,
        ZH
    }

    private static final Key<URI> CONSOLE_URL = Key.of(
                    "console-url",
                    Kinds.httpUrl(),
                    "Where people open the console; alerts link there.",
                    "控制台的访问地址，告警中附上链接。")
            .orAbsent("alerts have no links", "告警不附链接");
    private static final Key<Language> LANGUAGE = Key.of(
                    "language", Kinds.choice(Language.class), "The language of messages.", "告警消息的语言。")
            .or("en");
    private static final Key<Duration> REMIND = Key.of(
                    "remind",
                    Kinds.duration("5m", "7d"),
                    "An alert that still holds is told again after this.",
                    "告警持续存在时，隔多久再次提醒。")
            .or("4h");
    private static final Key<Integer> FAILED_PERCENT = Key.of(
                    "failed-percent",
                    Kinds.integer(1, 100),
                    "Above this share of failed tasks among those that ended in the last ten minutes: a systematic"
                            + " fault.",
                    "最近十分钟内结束的任务中失败占比超过此值即告警：多半是系统性故障。")
            .or("1");
    private static final Key<Duration> BACKLOG_AGE = Key.of(
                    "backlog-age",
                    Kinds.duration("10s", "1d"),
                    "A due task that waits longer than this.",
                    "到期任务等待超过此时长即告警。")
            .or("5m");
    private static final Key<Duration> DELAY = Key.of(
                    "delay",
                    Kinds.duration("1s", "7d"),
                    "Above this mean time from a callback to its done task, in the last ten minutes, by route.",
                    "最近十分钟内，按路由统计的从回调到任务完成的平均耗时超过此值即告警。")
            .or("1m");

    static final Group GROUP = Group.of(
                    "alerts",
                    "What people are told, and where.",
                    "告知人员的内容与去处。",
                    CONSOLE_URL,
                    LANGUAGE,
                    REMIND,
                    FAILED_PERCENT,
                    BACKLOG_AGE,
                    DELAY)
            .with(Group.Branch.list("channels", AlertChannelConfig.GROUP));

    public AlertsConfig {
        channels = List.copyOf(channels);
    }

    /** No channel: alerts go to the log. */
    public static AlertsConfig standard() {
        return Section.defaults(GROUP, AlertsConfig::from);
    }

    static AlertsConfig from(Section section) {
        return new AlertsConfig(
                section.list("channels", AlertChannelConfig::from),
                section.optional(CONSOLE_URL),
                section.value(LANGUAGE),
                section.value(REMIND),
                section.value(FAILED_PERCENT),
                section.value(BACKLOG_AGE),
                section.value(DELAY));
    }
}
