package tallygate.config;

import java.time.Duration;
import java.util.Optional;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * Rules for one kind of business.
 *
 * @param scan how long a due task of the kind may wait until it is looked for; the route's when nothing is written
 * @param retry the route's when nothing is written
 * @param early the route's when nothing is written
 */
public record BizTypeConfig(Optional<Duration> scan, RetryConfig retry, EarlyConfig early) {
    private static final int TYPE_MAX = 32;

    static final Key<Duration> SCAN = Key.of(
                    "scan",
                    Kinds.duration("10ms", "1h"),
                    "How often tasks of this kind are looked for: pauses are rounded up to whole multiples of it. The"
                            + " route is looked through as often as the most frequent of its kinds wants it.",
                    "查找此业务类型任务的间隔：重试间隔向上取整为其整数倍。整条路由按其中最短的间隔查找。")
            .orAbsent("the route's", "与路由相同");

    static Optional<BizTypeConfig> from(String type, Section section, RetryConfig ofRoute, EarlyConfig earlyOfRoute) {
        if (type.length() > TYPE_MAX) {
            section.reading().problems().add(section.path(), section.origin(), "a biz-type has at most 32 characters");
        }
        if (!section.isWritten("retry") && !section.isWritten("early") && !section.isWritten("scan")) {
            section.problem("retry", "is missing; a biz-type without retry, early and scan changes nothing");
        }
        Optional<Duration> scan = section.optional(SCAN);
        RetryConfig retry = section.optional("retry", below -> Optional.of(RetryConfig.from(below)))
                .orElse(ofRoute);
        EarlyConfig early = section.optional("early", below -> Optional.of(EarlyConfig.from(below)))
                .orElse(earlyOfRoute);
        return Optional.of(new BizTypeConfig(scan, retry, early));
    }
}
