package tallygate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;

/**
 * One saga: its steps, in one version.
 *
 * @param version counts up with each change of the steps; running sagas end by the one they began with
 * @param timeLimit of the way forward; the way back takes as long as it takes
 */
public record SagaConfig(String name, int version, Duration timeLimit, Lock lock, List<SagaStepConfig> steps) {
    /** How sagas of one business id keep out of each other's way. */
    public enum Lock {
        WAIT,
        REFUSE,
        NONE
    }

    private static final Key<Integer> VERSION = Key.of(
                    "version",
                    Kinds.integer(1, 1_000_000),
                    "Count it up with every change of the steps. Sagas that run end by the version they began with.",
                    "步骤每次变更都要递增。运行中的 Saga 按启动时的版本执行到底。")
            .or("1");
    private static final Key<Duration> TIME_LIMIT = Key.of(
                    "time-limit",
                    Kinds.duration("1s", "30d"),
                    "After it a saga that has not passed its pivot turns back. The way back has no limit.",
                    "超过此时长且尚未通过 pivot 的 Saga 转入补偿。补偿没有时限。")
            .or("1h");
    private static final Key<Lock> LOCK = Key.of(
                    "lock",
                    Kinds.choice(Lock.class),
                    "Two sagas about one business id: wait: the second waits until the first has ended; refuse: it is"
                            + " not started; none: both run.",
                    "同一业务单号的两个 Saga：wait：后者等待前者结束；refuse：不启动后者；none：同时运行。")
            .or("wait");

    static final Group GROUP = Group.of(
                    "sagas.definitions.NAME",
                    "Several steps, all done or all undone.",
                    "多个步骤，要么全部完成，要么全部撤销。",
                    VERSION,
                    TIME_LIMIT,
                    LOCK)
            .with(Group.Branch.list("steps", SagaStepConfig.GROUP));

    public SagaConfig {
        steps = List.copyOf(steps);
    }

    static Optional<SagaConfig> from(String name, Section section) {
        int version = section.value(VERSION);
        Duration timeLimit = section.value(TIME_LIMIT);
        Lock lock = section.value(LOCK);
        List<SagaStepConfig> steps = section.list("steps", SagaStepConfig::from);
        judge(section, steps);
        return Optional.of(new SagaConfig(name, version, timeLimit, lock, steps));
    }

    private static void judge(Section section, List<SagaStepConfig> steps) {
        if (steps.isEmpty() || steps.size() > 50) {
            section.problem("steps", "must be 1..50 steps");
            return;
        }
        if (steps.stream().map(SagaStepConfig::name).distinct().count() < steps.size()) {
            section.problem("steps", "has two steps of one name");
        }
        if (steps.stream().filter(SagaStepConfig::isPivot).count() > 1) {
            section.problem("steps", "has more than one pivot");
        }
        boolean isBeforePivot = true;
        for (int i = 0; i < steps.size(); i++) {
            SagaStepConfig step = steps.get(i);
            boolean hasCompany = step.isParallel()
                    || (i + 1 < steps.size() && steps.get(i + 1).isParallel());
            if (step.isPivot() && hasCompany) {
                section.problem("steps", "has a step that runs beside the pivot " + step.name() + ", which runs alone");
            }
            isBeforePivot &= !step.isPivot();
            if (isBeforePivot && step.ways().compensation().isEmpty()) {
                section.problem(
                        "steps",
                        "has no compensation for step " + step.name()
                                + "; only the pivot and the steps after it may lack one");
            }
        }
    }
}
