package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * Starts a saga for each task; the task is done in the same transaction.
 *
 * @param saga its name among {@code sagas.definitions}
 */
public record SagaHandlerConfig(String saga) implements HandlerConfig {
    private static final Key<String> KIND =
            Key.of("kind", Kinds.choice(List.of("saga")), "Chooses this handler.", "选用此处理器。");
    private static final Key<String> SAGA = Key.of(
            "saga",
            Kinds.name(),
            "Which saga to start: a name of sagas.definitions.",
            "启动哪个 Saga：sagas.definitions 中的名称。");

    static final Group GROUP = Group.of(
            "saga",
            "Starts a saga for each task. The task is done when the saga is stored, in one transaction; the saga then"
                    + " carries on by itself.",
            "为每个任务启动一个 Saga。Saga 入库与任务完成在同一事务中；其后由 Saga 自行推进。",
            KIND,
            SAGA);

    @Override
    public Duration longestCall() {
        return Duration.ofSeconds(30);
    }

    static Optional<HandlerConfig> from(Section section) {
        section.required(KIND);
        return section.required(SAGA).map(SagaHandlerConfig::new);
    }
}
