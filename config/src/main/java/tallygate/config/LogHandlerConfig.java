package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/** Writes one log line a task and is done: for trying out, and for events that nobody has to act on. */
public record LogHandlerConfig() implements HandlerConfig {
    private static final Key<String> KIND =
            Key.of("kind", Kinds.choice(List.of("log")), "Chooses this handler.", "选用此处理器。");

    static final Group GROUP = Group.of(
            "log",
            "Writes one log line a task and is done: for trying out, and for events that nobody has to act on.",
            "每个任务写一行日志即完成：用于试用，或无需处理的事件。",
            KIND);

    @Override
    public Duration longestCall() {
        return Duration.ofMillis(1);
    }

    static Optional<HandlerConfig> from(Section section) {
        return section.required(KIND).map(_ -> new LogHandlerConfig());
    }
}
