package tallygate.gateway.command;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the exercises showed, and how often each invariant was looked at and found broken. */
final class DrillBook {
    /** What must hold whatever fails. */
    enum Invariant {
        SAGA_ENDS("every saga ends completed or compensated, none is left in between"),
        BOOKS_AGREE("the four services' books agree with the completed sagas: no effect lost, none twice"),
        OUTCOME_AS_EXPECTED("a fault that leaves no choice ends as it must"),
        HAND_IS_AUDITED("each decision of a person has its audit row"),
        STORED_ONCE("each acknowledged callback is stored exactly once"),
        TASK_ENDS("each stored task ends: done, or failed and settled by a person"),
        EFFECT_ONCE("each task's effect is applied exactly once");

        private final String text;

        Invariant(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** What one exercise showed. */
    record Verdict(int round, String exercise, boolean isHeld, String detail, long millis) {}

    /** How often an invariant was looked at. */
    record Tally(int checked, int broken) {}

    private final Map<Invariant, Tally> tallies = new EnumMap<>(Invariant.class);
    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final Consumer<Verdict> tell;

    /** @param tell gets each verdict as it comes */
    DrillBook(Consumer<Verdict> tell) {
        this.tell = tell;
    }

    void check(Invariant invariant, boolean isHeld, String what) {
        tallies.merge(
                invariant,
                new Tally(1, isHeld ? 0 : 1),
                (one, other) -> new Tally(one.checked() + other.checked(), one.broken() + other.broken()));
        if (!isHeld) {
            broken.add(invariant + ": " + what);
        }
    }

    /** Ends an exercise: what was broken since the last one belongs to it. */
    void end(int round, String exercise, String detail, long millis) {
        boolean isHeld = broken.isEmpty();
        String shown = isHeld ? detail : detail + "; " + String.join("; ", broken);
        Verdict verdict = new Verdict(round, exercise, isHeld, shown, millis);
        broken.clear();
        verdicts.add(verdict);
        tell.accept(verdict);
    }

    List<Verdict> verdicts() {
        return List.copyOf(verdicts);
    }

    Map<Invariant, Tally> tallies() {
        return Map.copyOf(tallies);
    }

    int brokenExercises() {
        return (int) verdicts.stream().filter(verdict -> !verdict.isHeld()).count();
    }

    boolean isHeld() {
        return !verdicts.isEmpty() && brokenExercises() == 0;
    }
}
