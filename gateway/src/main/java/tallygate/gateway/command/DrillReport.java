package tallygate.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.Identity;

/**
 * The drill's verdict, to be filed: when, what, on what, with which seed, and each invariant with its figures.
 *
 * @param only what the exercises' names were chosen by; empty: all were played
 * @param database the server's own word for its version
 * @param logs the folder where those of the processes were left, when not everything held
 */
record DrillReport(
        Instant began,
        Instant ended,
        int rounds,
        List<String> only,
        long seed,
        String database,
        DrillBook book,
        Optional<Path> logs) {
    private Map<String, String> head() {
        Map<String, String> head = new LinkedHashMap<>();
        head.put("began", began.toString());
        head.put("ended", ended.toString());
        head.put("tallygate", Identity.version());
        head.put("database", database);
        head.put("java", System.getProperty("java.runtime.version"));
        head.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        head.put("scope", only.isEmpty() ? "whole" : "a part, --only " + String.join(",", only));
        head.put("rounds", Integer.toString(rounds));
        head.put("seed", Long.toString(seed));
        logs.ifPresent(folder -> head.put("logs", folder.toString()));
        return head;
    }

    private DrillBook.Tally tally(DrillBook.Invariant invariant) {
        return book.tallies().getOrDefault(invariant, new DrillBook.Tally(0, 0));
    }

    void text(PrintWriter out) {
        out.println();
        out.println("Verdict of the drill / 演练结论");
        head().forEach((name, value) -> out.printf("  %-10s %s%n", name, value));
        List<DrillBook.Verdict> faults = book.faults();
        long failed = faults.stream()
                .filter(verdict -> verdict.outcome() == DrillBook.Outcome.FAILED)
                .count();
        out.printf(
                "  %-10s %d, broken %d, failed %d%n",
                "exercises", book.verdicts().size(), faults.size() - failed, failed);
        for (DrillBook.Invariant invariant : DrillBook.Invariant.values()) {
            DrillBook.Tally tally = tally(invariant);
            String word = tally.broken() > 0 ? "BROKEN" : tally.checked() == 0 ? "unseen" : "held";
            out.printf(
                    "  %-8s %-20s %5d looks, %3d broken: %s%n",
                    word, invariant, tally.checked(), tally.broken(), invariant.text());
        }
        faults.forEach(verdict -> out.println("  " + line(verdict)));
        out.println(end());
        out.flush();
    }

    private String end() {
        if (book.isHeld()) {
            return "Every invariant held. / 所有不变式均成立。";
        }
        return book.tallies().values().stream().anyMatch(tally -> tally.broken() > 0)
                ? "At least one invariant was broken. / 至少一个不变式被破坏。"
                : "No invariant was seen broken, but not every exercise could be played to its end: the drill is not"
                        + " passed. / 未见不变式被破坏，但有项目未能完成：演练不通过。";
    }

    /** One exercise as it is shown when it ends. */
    static String line(DrillBook.Verdict verdict) {
        return "%-7s round %d, %d s: %s (%s)"
                .formatted(
                        verdict.outcome() == DrillBook.Outcome.HELD ? "held" : verdict.outcome(),
                        verdict.round(),
                        verdict.millis() / 1_000,
                        verdict.exercise(),
                        verdict.detail());
    }

    private static Map<String, Object> json(DrillBook.Verdict verdict) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("round", verdict.round());
        one.put("exercise", verdict.exercise());
        one.put("outcome", verdict.outcome().name().toLowerCase(Locale.ROOT));
        one.put("detail", verdict.detail());
        one.put("millis", verdict.millis());
        return one;
    }

    void json(PrintWriter out) {
        Map<String, Object> all = new LinkedHashMap<>(head());
        all.put("rounds", rounds);
        all.put("seed", seed);
        all.put("held", book.isHeld());
        List<Map<String, Object>> invariants = new ArrayList<>();
        for (DrillBook.Invariant invariant : DrillBook.Invariant.values()) {
            DrillBook.Tally tally = tally(invariant);
            invariants.add(Map.of(
                    "name", invariant.name(),
                    "text", invariant.text(),
                    "checked", tally.checked(),
                    "broken", tally.broken()));
        }
        all.put("invariants", invariants);
        all.put("exercises", book.verdicts().stream().map(DrillReport::json).toList());
        try {
            out.println(new ObjectMapper().writeValueAsString(all));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the verdict cannot be written as JSON", e);
        }
        out.flush();
    }
}
