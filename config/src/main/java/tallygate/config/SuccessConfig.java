package tallygate.config;

import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.value.StatusSet;

/**
 * Which answer of a receiver means done.
 *
 * @param body what the answer must be, blanks around it aside; empty for any
 */
public record SuccessConfig(StatusSet status, Optional<String> body) {
    private static final Key<StatusSet> STATUS = Key.of(
                    "status", Kinds.statuses(), "The statuses that mean done.", "表示完成的状态码。")
            .or("[2xx]");
    private static final Key<String> BODY = Key.of(
                    "body",
                    Kinds.line(1000),
                    "What the answer's body must be besides, blanks around it aside, as success or ok.",
                    "除状态码外应答体还必须等于的内容（忽略首尾空白），如 success 或 ok。")
            .orAbsent("any body", "任意内容");

    static final Group GROUP = Group.of(
            "success-when",
            "Which answer means done. Anything else is never taken for success.",
            "何种应答表示完成；其他应答一律不视为成功。",
            STATUS,
            BODY);

    /** Any 2xx. */
    public static SuccessConfig standard() {
        return Section.defaults(GROUP, SuccessConfig::from);
    }

    static SuccessConfig from(Section section) {
        StatusSet status = section.value(STATUS);
        if (status.isEmpty()) {
            section.problem("status", "names no status, so nothing could ever succeed");
        }
        return new SuccessConfig(status, section.optional(BODY));
    }
}
