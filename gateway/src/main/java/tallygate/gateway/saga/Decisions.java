package tallygate.gateway.saga;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What comes next for a saga. Decides and touches nothing, so that every branch is tested without a database or a clock. */
final class Decisions {
    private Decisions() {}

    /**
     * @param underWay requests whose replies this node awaits
     * @param lease longer than any call of the definition
     * @param crashesMax leases that may run out in a row without a step in between
     */
    static Plan next(Definition definition, Snapshot saga, Set<String> underWay, Duration lease, int crashesMax) {
        var draft = new Draft(definition, saga, underWay);
        if (saga.crashes() >= crashesMax && underWay.isEmpty()) {
            return draft.hold("its lease ran out " + saga.crashes()
                    + " times in a row: nodes died while they had it, or could not write");
        }
        return switch (saga.status()) {
            case CREATED -> {
                draft.to(SagaStatus.RUNNING, "");
                yield forward(draft, lease);
            }
            case RUNNING -> forward(draft, lease);
            case COMPENSATING -> backward(draft, lease);
            case COMPLETED, COMPENSATED, COMPENSATION_FAILED ->
                throw new IllegalStateException("saga " + saga.id() + " is " + saga.status() + ", nothing comes next");
        };
    }

    private static Plan forward(Draft draft, Duration lease) {
        Optional<String> failure = failure(draft);
        if (failure.isPresent()) {
            if (draft.isAnyForwardUnderWay() || draft.isBeginning()) {
                return draft.awaitReplies(lease);
            }
            return draft.definition().mayTurn(draft.saga())
                    ? turn(draft, failure.get(), lease)
                    : stop(draft, failure.get());
        }
        Definition definition = draft.definition();
        int stages = definition.steps().getLast().stage();
        for (int stage = definition.steps().getFirst().stage(); stage <= stages; stage++) {
            List<Step> open = open(draft, stage);
            if (!open.isEmpty()) {
                open.forEach(step -> draft.carryOn(Direction.FORWARD, step));
                return draft.plan(lease);
            }
        }
        return draft.end(SagaStatus.COMPLETED, lease);
    }

    private static List<Step> open(Draft draft, int stage) {
        return draft.definition().steps().stream()
                .filter(step -> step.stage() == stage)
                .filter(step -> draft.saga()
                        .entry(Direction.FORWARD, step.seq())
                        .map(entry -> entry.status() != StepStatus.DONE)
                        .orElse(true))
                .toList();
    }

    /** Why it cannot go on forward. Empty: it can. */
    private static Optional<String> failure(Draft draft) {
        for (Step step : draft.definition().steps()) {
            Optional<Entry> entry = draft.saga().entry(Direction.FORWARD, step.seq());
            if (entry.isPresent() && entry.get().status() == StepStatus.FAILED) {
                return Optional.of(
                        "step " + step.name() + " failed: " + entry.get().error());
            }
            if (entry.isPresent() && draft.isExhausted(entry.get(), step)) {
                return Optional.of("step " + step.name() + " did not get through, tries used up ("
                        + entry.get().tries() + "): " + entry.get().error());
            }
        }
        Snapshot saga = draft.saga();
        boolean isLate = saga.age().compareTo(draft.definition().timeLimit()) > 0;
        return isLate && !isPivotTouched(draft) && !isAllDone(draft)
                ? Optional.of("the time limit of " + draft.definition().timeLimit() + " for going forward is over")
                : Optional.empty();
    }

    private static boolean isAllDone(Draft draft) {
        return draft.definition().steps().stream()
                .allMatch(step -> draft.saga()
                        .entry(Direction.FORWARD, step.seq())
                        .map(entry -> entry.status() == StepStatus.DONE)
                        .orElse(false));
    }

    private static boolean isPivotTouched(Draft draft) {
        return draft.definition()
                .pivotEntry(draft.saga())
                .map(Entry::mayHaveRun)
                .orElse(false);
    }

    private static Plan turn(Draft draft, String reason, Duration lease) {
        settleExhausted(draft);
        draft.to(SagaStatus.COMPENSATING, reason);
        return backward(draft, lease);
    }

    /** What never reached its participant has failed for certain; the rest stays unknown and is undone. */
    private static void settleExhausted(Draft draft) {
        for (Step step : draft.definition().steps()) {
            draft.saga()
                    .entry(Direction.FORWARD, step.seq())
                    .filter(entry -> !entry.status().isSettled() && !entry.mayHaveRun())
                    .ifPresent(entry -> draft.settle(entry, StepStatus.FAILED, entry.error(), step));
        }
    }

    private static Plan stop(Draft draft, String reason) {
        for (Step step : draft.definition().steps()) {
            draft.saga()
                    .entry(Direction.FORWARD, step.seq())
                    .filter(entry -> entry.status() == StepStatus.FAILED || draft.isExhausted(entry, step))
                    .ifPresent(entry -> draft.bury(entry, step));
        }
        return draft.hold(reason);
    }

    /** Stage by stage from the end. A stage that cannot be undone is buried and does not stop the ones before it. */
    private static Plan backward(Draft draft, Duration lease) {
        List<Step> undone = draft.definition().steps().stream()
                .filter(step -> step.ways().compensation().isPresent())
                .filter(step -> draft.saga()
                        .entry(Direction.FORWARD, step.seq())
                        .map(Entry::mayHaveRun)
                        .orElse(false))
                .sorted(Comparator.comparingInt(Step::stage).reversed())
                .toList();
        int from = 0;
        while (from < undone.size()) {
            int stage = undone.get(from).stage();
            List<Step> together =
                    undone.stream().filter(step -> step.stage() == stage).toList();
            if (!isStageUndone(draft, together)) {
                return draft.plan(lease);
            }
            from += together.size();
        }
        boolean isWhole = undone.stream()
                .allMatch(step -> draft.saga()
                        .entry(Direction.COMPENSATION, step.seq())
                        .map(entry -> entry.status() == StepStatus.COMPENSATED)
                        .orElse(false));
        return draft.end(isWhole ? SagaStatus.COMPENSATED : SagaStatus.COMPENSATION_FAILED, lease);
    }

    private static boolean isStageUndone(Draft draft, List<Step> together) {
        boolean isOver = true;
        for (Step step : together) {
            if (!draft.isOver(Direction.COMPENSATION, step)) {
                draft.carryOn(Direction.COMPENSATION, step);
                isOver = false;
                continue;
            }
            Entry entry = draft.saga().entry(Direction.COMPENSATION, step.seq()).orElseThrow();
            if (!entry.status().isSettled()) {
                draft.bury(entry, step);
                draft.settle(entry, StepStatus.COMPENSATION_FAILED, entry.error(), step);
            }
        }
        return isOver;
    }
}
