package tallygate.config;

import java.time.Duration;
import java.util.List;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * When providers are asked about payments whose outcome is unknown.
 *
 * @param first pauses before the first questions, one each
 * @param then the pause before every further one
 * @param until how long after it was opened a question is given up and shown to a person
 */
public record AskingConfig(List<Duration> first, Duration then, Duration until) {
    private static final Key<List<Duration>> FIRST = Key.of(
                    "first",
                    Kinds.list(Kinds.duration("1s", "30d"), 1, 20),
                    "Pauses before the first questions about a payment whose outcome is unknown.",
                    "结果未知的支付，前几次向平台查询各自间隔多久。")
            .or("[5m, 1h]");
    private static final Key<Duration> THEN = Key.of(
                    "then", Kinds.duration("1m", "30d"), "The pause before every further question.", "此后每次查询的间隔。")
            .or("1d");
    private static final Key<Duration> UNTIL = Key.of(
                    "until",
                    Kinds.duration("1m", "400d"),
                    "How long it is asked; then a discrepancy says that nobody knows.",
                    "最多查询多久；此后记为差异，由人工处理。")
            .or("30d");

    static final Group GROUP = Group.of(
            "asking",
            "When providers are asked about payments whose outcome is unknown. Needs the endpoint's keys for the"
                    + " provider's API.",
            "何时向平台查询结果未知的支付。需要端点配置平台接口密钥。",
            FIRST,
            THEN,
            UNTIL);

    public AskingConfig {
        first = List.copyOf(first);
        if (first.isEmpty() || !then.isPositive() || !until.isPositive()) {
            throw new IllegalArgumentException(
                    "questions were put after " + first + ", then " + then + " until " + until);
        }
    }

    /** The defaults. */
    public static AskingConfig standard() {
        return Section.defaults(GROUP, AskingConfig::from);
    }

    static AskingConfig from(Section section) {
        return new AskingConfig(section.value(FIRST), section.value(THEN), section.value(UNTIL));
    }
}
