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
        FORGED_REFUSED("no forged callback is acknowledged or stored"),
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

    /** What an exercise came to. */
    enum Outcome {
        HELD,
        /** It was played, and an invariant did not hold. */
        BROKEN,
        /** It could not be played to its end. */
        FAILED
    }

    /** What one exercise showed. */
    record Verdict(int round, String exercise, Outcome outcome, String detail, long millis) {}

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
        add(round, exercise, broken.isEmpty() ? Outcome.HELD : Outcome.BROKEN, detail, millis);
    }

    /** Ends an exercise that could not be played to its end. */
    void fail(int round, String exercise, String seen, long millis) {
        add(round, exercise, Outcome.FAILED, seen, millis);
    }

    private void add(int round, String exercise, Outcome outcome, String detail, long millis) {
        String shown = broken.isEmpty() ? detail : detail + "; " + String.join("; ", broken);
        Verdict verdict = new Verdict(round, exercise, outcome, shown, millis);
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

    /** Those that did not hold, for whatever reason. */
    List<Verdict> faults() {
        return verdicts.stream()
                .filter(verdict -> verdict.outcome() != Outcome.HELD)
                .toList();
    }

    boolean isHeld() {
        return !verdicts.isEmpty() && faults().isEmpty();
    }
}
