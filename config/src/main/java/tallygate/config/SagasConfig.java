package tallygate.config;

import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tallygate.config.key.Group;
import tallygate.config.key.Key;
import tallygate.config.key.Kind;
import tallygate.config.key.Kinds;
import tallygate.config.key.Section;
import tallygate.config.key.Words;
import tallygate.config.value.UnfitException;

/**
 * Sagas and those they call.
 *
 * @param concurrency sagas that one node has in hand at the same time
 * @param patrolAt when the dead letters that are still open are told, in UTC
 */
public record SagasConfig(
        int concurrency,
        List<LocalTime> patrolAt,
        Map<String, ParticipantConfig> participants,
        Map<String, SagaConfig> definitions) {
    private static final Key<Integer> CONCURRENCY = Key.of(
                    "concurrency",
                    Kinds.integer(1, 10_000),
                    "Sagas that one node has in hand at the same time.",
                    "单个节点同时处理的 Saga 数。")
            .or("256")
            .atRestart();
    private static final Kind<LocalTime> TIME_OF_DAY = Kinds.text(
            SagasConfig::timeOfDay,
            LocalTime::toString,
            new Words("a time of day as 08:00", "一天中的时刻，如 08:00"),
            "^[0-2][0-9]:[0-5][0-9]$");
    private static final Key<List<LocalTime>> PATROL_AT = Key.of(
                    "patrol-at",
                    Kinds.list(TIME_OF_DAY, 1, 24),
                    "When the dead letters and held sagas that are still open are told again, in UTC.",
                    "每天何时（UTC）再次通报仍未处理的死信和挂起的 Saga。")
            .or("[\"01:00\", \"13:00\"]");

    static final Group GROUP = Group.of(
                    "sagas",
                    "Sagas: several steps in several services, all done or all undone.",
                    "Saga：跨多个服务的多个步骤，要么全部完成，要么全部撤销。",
                    CONCURRENCY,
                    PATROL_AT)
            .with(
                    Group.Branch.map("participants", ParticipantConfig.GROUP),
                    Group.Branch.map("definitions", SagaConfig.GROUP));

    public SagasConfig {
        patrolAt = List.copyOf(patrolAt);
        participants = Collections.unmodifiableMap(new LinkedHashMap<>(participants));
        definitions = Collections.unmodifiableMap(new LinkedHashMap<>(definitions));
    }

    private static LocalTime timeOfDay(String text) {
        try {
            return LocalTime.parse(text);
        } catch (DateTimeParseException _) {
            throw new UnfitException("is not a time of day");
        }
    }

    static SagasConfig from(Section section) {
        int concurrency = section.value(CONCURRENCY);
        List<LocalTime> patrolAt = section.value(PATROL_AT);
        Map<String, ParticipantConfig> participants = section.map("participants", ParticipantConfig::from);
        Map<String, SagaConfig> definitions = section.map("definitions", SagaConfig::from);
        List<String> known = section.namesBelow("participants");
        definitions.forEach((name, saga) -> saga.steps().stream()
                .map(step -> step.ways().participant())
                .filter(participant -> !known.contains(participant))
                .distinct()
                .forEach(participant -> section.problem(
                        "definitions", "saga " + name + " calls " + participant + ", which is no participant")));
        definitions.forEach((name, saga) -> saga.steps().stream()
                .filter(step -> step.ways().status().isPresent())
                .filter(step -> isBehindQueue(participants, step.ways().participant()))
                .forEach(step -> section.problem(
                        "definitions",
                        "saga " + name + ", step " + step.name()
                                + " has a status, but its participant is behind a queue"
                                + " and is not asked: the task is sent again")));
        return new SagasConfig(concurrency, patrolAt, participants, definitions);
    }

    private static boolean isBehindQueue(Map<String, ParticipantConfig> participants, String name) {
        ParticipantConfig participant = participants.get(name);
        return participant != null && participant.kind() == ParticipantConfig.Kind.AMQP;
    }

    /** Routes start only sagas that there are. */
    void judge(Section root, Map<String, RouteConfig> routes) {
        List<String> known = root.namesBelow("sagas").isEmpty() ? List.of() : List.copyOf(definitions.keySet());
        routes.forEach((name, route) -> {
            if (route.handler() instanceof SagaHandlerConfig(String saga) && !known.contains(saga)) {
                root.problem(
                        "routes", "route " + name + " starts the saga " + saga + ", which is not in sagas.definitions");
            }
        });
    }
}
