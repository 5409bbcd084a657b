package tallygate.gateway.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tallygate.gateway.Identity;

/**
 * The drill's verdict, to be filed: when, what, on what, with which seed, and each invariant with its figures.
 *
 * @param database the server's own word for its version
 */
record DrillReport(Instant began, Instant ended, int rounds, long seed, String database, DrillBook book) {
    private Map<String, String> head() {
        Map<String, String> head = new LinkedHashMap<>();
        head.put("began", began.toString());
        head.put("ended", ended.toString());
        head.put("tallygate", Identity.version());
        head.put("database", database);
        head.put("java", System.getProperty("java.runtime.version"));
        head.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        head.put("rounds", Integer.toString(rounds));
        head.put("seed", Long.toString(seed));
        return head;
    }

    private DrillBook.Tally tally(DrillBook.Invariant invariant) {
        return book.tallies().getOrDefault(invariant, new DrillBook.Tally(0, 0));
    }

    void text(PrintWriter out) {
        out.println();
        out.println("Verdict of the drill / 演练结论");
        head().forEach((name, value) -> out.printf("  %-10s %s%n", name, value));
        out.printf("  %-10s %d, broken %d%n", "exercises", book.verdicts().size(), book.brokenExercises());
        for (DrillBook.Invariant invariant : DrillBook.Invariant.values()) {
            DrillBook.Tally tally = tally(invariant);
            String word = tally.checked() == 0 ? "unseen" : tally.broken() == 0 ? "held" : "BROKEN";
            out.printf(
                    "  %-8s %-20s %5d looks, %3d broken: %s%n",
                    word, invariant, tally.checked(), tally.broken(), invariant.text());
        }
        out.println(
                book.isHeld()
                        ? "Every invariant held. / 所有不变式均成立。"
                        : "At least one invariant was broken. / 至少一个不变式被破坏。");
        out.flush();
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
        all.put("exercises", book.verdicts());
        try {
            out.println(new ObjectMapper().writeValueAsString(all));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the verdict cannot be written as JSON", e);
        }
        out.flush();
    }
}
