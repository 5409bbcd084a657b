package tallygate.gateway.reconcile;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Walks what was stored and opens a question for each payment whose last callback told of no end, and for each that is held. A
 * task is passed when it is as old as the first pause, so that the next callback has its time.
 */
final class OpenEnds {
    private static final int WALK_ROWS = 2_000;
    private static final int STEPS_MAX = 50;
    /** Adyen's notice that a report is there; its transaction is the report's name. */
    private static final String REPORT = "REPORT_AVAILABLE";

    private final Questioner.Stores stores;
    private final Asked asked;
    private final Supplier<Questioner.Schedule> schedule;
    private final Consumer<QuestionStore.Candidate> reports;

    /** @param reports takes notices of reports that a provider has made */
    OpenEnds(
            Questioner.Stores stores,
            Asked asked,
            Supplier<Questioner.Schedule> schedule,
            Consumer<QuestionStore.Candidate> reports) {
        this.reports = reports;
        this.stores = stores;
        this.asked = asked;
        this.schedule = schedule;
    }

    void find() {
        Questioner.Schedule now = schedule.get();
        Set<String> types = new HashSet<>(asked.openTypes());
        types.add(REPORT);
        for (int step = 0; step < STEPS_MAX; step++) {
            Optional<QuestionStore.Walk> walk = stores.questions().walk(types, now.after(0), now.until(), WALK_ROWS);
            if (walk.isEmpty() || walk.get().found().seen() == 0) {
                walk.ifPresent(stores.questions()::walked);
                return;
            }
            walk.get().found().candidates().stream()
                    .collect(Collectors.groupingBy(QuestionStore.Candidate::source))
                    .forEach((source, candidates) -> consider(source, candidates, now));
            stores.questions().walked(walk.get());
        }
    }

    private void consider(String source, List<QuestionStore.Candidate> candidates, Questioner.Schedule now) {
        Map<String, Ours> ended = stores.tasks()
                .byEffects(
                        source,
                        candidates.stream()
                                .flatMap(candidate -> Endings.of(candidate).stream())
                                .collect(Collectors.toSet()));
        for (QuestionStore.Candidate candidate : candidates) {
            if (candidate.eventType().equals(REPORT)) {
                reports.accept(candidate);
                continue;
            }
            boolean isAskable = asked.state(candidate.endpoint())
                    .filter(query -> candidate.isHeld() || query.openTypes().contains(candidate.eventType()))
                    .isPresent();
            if (isAskable && Endings.of(candidate).stream().noneMatch(ended::containsKey)) {
                // The first pause lies behind it: the walk passes a task only when it is so old.
                stores.questions().open(Endings.question(candidate), Duration.ZERO, now.until());
            }
        }
    }
}
