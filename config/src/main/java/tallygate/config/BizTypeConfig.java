package tallygate.config;

import java.util.Optional;
import tallygate.config.key.Section;

/**
 * Rules for one kind of business.
 *
 * @param early the route's when nothing is written
 */
public record BizTypeConfig(RetryConfig retry, EarlyConfig early) {
    private static final int TYPE_MAX = 32;

    static Optional<BizTypeConfig> from(String type, Section section, EarlyConfig ofRoute) {
        if (type.length() > TYPE_MAX) {
            section.reading().problems().add(section.path(), section.origin(), "a biz-type has at most 32 characters");
        }
        if (!section.isWritten("retry")) {
            section.problem("retry", "is missing; a biz-type without it changes nothing");
        }
        EarlyConfig early = section.optional("early", below -> Optional.of(EarlyConfig.from(below)))
                .orElse(ofRoute);
        return section.optional("retry", retry -> Optional.of(RetryConfig.from(retry)))
                .map(retry -> new BizTypeConfig(retry, early));
    }
}
