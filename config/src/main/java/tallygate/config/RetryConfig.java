package tallygate.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.Jitter;

/**
 * When a failed try is made again, and when no more.
 *
 * @param deadline age of a task after which it is not tried again
 * @param refused other pauses after a try that was refused for certain
 * @param unknown other pauses after a try whose effect is not known
 * @param retryAfterMax the longest pause that a receiver's Retry-After can ask for
 */
public record RetryConfig(
        Backoff backoff,
        Jitter jitter,
        Optional<Duration> deadline,
        Optional<Backoff> refused,
        Optional<Backoff> unknown,
        Duration retryAfterMax) {
    private static final List<Duration> STANDARD = List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(4),
            Duration.ofSeconds(16),
            Duration.ofSeconds(64),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2));

    private static final Key<List<Duration>> SCHEDULE = Key.of(
                    "schedule",
                    BackoffReader.SCHEDULE.kind(),
                    BackoffReader.SCHEDULE.words().english(),
                    BackoffReader.SCHEDULE.words().chinese())
            .orAbsent(
                    "[1s, 4s, 16s, 64s, 5m, 30m, 2h], unless fixed or exponential is written",
                    "[1s, 4s, 16s, 64s, 5m, 30m, 2h]，写了 fixed 或 exponential 时除外");

    private static final Key<Jitter> JITTER = Key.of(
                    "jitter",
                    Kinds.jitter(),
                    "Chance in every pause, so that tasks that failed together do not come back together: a share up"
                            + " or down, or a time on top. It applies after the cap.",
                    "每次间隔中的随机量，避免同时失败的任务同时重来：上下浮动的比例，或额外增加的时长。在上限之后计算。")
            .or("20%");

    private static final Key<Duration> RETRY_AFTER_MAX = Key.of(
                    "retry-after-max",
                    Kinds.duration("1s", "1d"),
                    "A receiver that asks for a longer pause (Retry-After) is tried again after this one.",
                    "接收方要求的间隔（Retry-After）超过此值时，按此值重试。")
            .or("1h");

    private static final Key<Duration> DEADLINE = Key.of(
                    "deadline",
                    Kinds.duration("1s", "400d"),
                    "Age of a task at which it is not tried again, whatever retries are left: an SMS of yesterday"
                            + " helps nobody.",
                    "任务达到此年龄后不再重试，无论剩余次数：昨天的短信已无意义。")
            .orAbsent("none: the retries alone decide", "无：仅由重试次数决定");

    static final Group GROUP = Group.of(
                    "retry",
                    "When a failed try is made again: one of schedule, fixed and exponential. When the retries are"
                            + " used up, the task is failed and waits for a person.",
                    "失败后何时重试：schedule、fixed、exponential 三选一。重试用尽后任务标记为失败，等待人工处理。",
                    SCHEDULE,
                    JITTER,
                    RETRY_AFTER_MAX,
                    DEADLINE)
            .with(branches())
            .hint("attempts", "write fixed: { delay, retries } or exponential: { first, factor, cap, retries }")
            .hint("retries", "write fixed: { delay, retries } or exponential: { first, factor, cap, retries }");

    private static Group.Branch[] branches() {
        List<Group.Branch> branches = new ArrayList<>(BackoffReader.BRANCHES);
        branches.add(Group.Branch.one("on-refused", BackoffReader.OUTCOME_GROUP));
        branches.add(Group.Branch.one("on-unknown", BackoffReader.OUTCOME_GROUP));
        return branches.toArray(Group.Branch[]::new);
    }

    /** The defaults. */
    public static RetryConfig standard() {
        return Section.defaults(GROUP, RetryConfig::from);
    }

    static RetryConfig from(Section section) {
        return new RetryConfig(
                BackoffReader.from(section, SCHEDULE, STANDARD),
                section.value(JITTER),
                section.optional(DEADLINE),
                section.optional("on-refused", BackoffReader::required),
                section.optional("on-unknown", BackoffReader::required),
                section.value(RETRY_AFTER_MAX));
    }

    /** The longest sum of all pauses; a receiver's Retry-After may lengthen it. */
    public Duration longestTotal() {
        Duration longest = longestTotal(backoff);
        for (Optional<Backoff> other : List.of(refused, unknown)) {
            Duration total = other.map(this::longestTotal).orElse(Duration.ZERO);
            longest = total.compareTo(longest) > 0 ? total : longest;
        }
        return longest;
    }

    private Duration longestTotal(Backoff pauses) {
        Duration total = Duration.ZERO;
        for (int retry = 0; retry < pauses.retriesMax(); retry++) {
            total = total.plus(longest(pauses, retry));
        }
        return total;
    }

    /** The shortest pause that chance can make of a retry's delay. */
    public Duration shortest(Backoff pauses, int retry) {
        return switch (jitter) {
            case Jitter.Share(int percent) ->
                pauses.delay(retry).multipliedBy(100L - percent).dividedBy(100);
            case Jitter.Extra(Duration least, Duration _) -> pauses.delay(retry).plus(least);
        };
    }

    /** The longest pause that chance can make of a retry's delay. */
    public Duration longest(Backoff pauses, int retry) {
        return switch (jitter) {
            case Jitter.Share(int percent) ->
                pauses.delay(retry).multipliedBy(100L + percent).dividedBy(100);
            case Jitter.Extra(Duration _, Duration most) -> pauses.delay(retry).plus(most);
        };
    }
}
