package tallygate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tallygate.gateway.command.DrillBook.Invariant;
import tallygate.gateway.command.DrillBook.Outcome;
import tallygate.gateway.command.DrillBook.Verdict;

/** What the drill makes of an exercise that cannot be played to its end. */
class DrillRoundsTest {
    private final List<String> told = new ArrayList<>();
    private final DrillBook book = new DrillBook(verdict -> told.add(DrillReport.line(verdict)));
    private final List<String> done = new ArrayList<>();

    private DrillExercise good(String name) {
        return new DrillExercise(name, () -> {
            done.add(name);
            book.check(Invariant.SAGA_ENDS, true, "");
            return "fine";
        });
    }

    private DrillExercise bad(String name) {
        return new DrillExercise(name, () -> {
            throw new IOException(
                    "service stock did not answer /books within 30 s", new HttpTimeoutException("request timed out"));
        });
    }

    private DrillRounds rounds(DrillExercise.Ground ground) {
        return new DrillRounds(book, ground, () -> 0);
    }

    private String report() {
        var text = new StringWriter();
        Instant at = Instant.parse("2026-11-30T08:00:00Z");
        new DrillReport(at, at.plusSeconds(60), 1, List.of(), 7, "11.4.5", book, Optional.empty())
                .text(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void anExerciseThatThrowsIsFailedByNameAndTheOthersArePlayed() throws Exception {
        DrillRounds rounds = rounds(() -> done.add("mended"));
        rounds.play(1, good("first"));
        rounds.play(1, bad("stock's tables are locked"));
        rounds.play(1, good("last"));
        assertThat(done).containsExactly("first", "mended", "last");
        assertThat(book.verdicts())
                .extracting(Verdict::outcome)
                .containsExactly(Outcome.HELD, Outcome.FAILED, Outcome.HELD);
        assertThat(told.get(1))
                .startsWith("FAILED  round 1")
                .contains("stock's tables are locked")
                .contains("service stock did not answer /books within 30 s")
                .contains("HttpTimeoutException: request timed out");
        assertThat(book.isHeld()).isFalse();
    }

    @Test
    void aFaultInTheProgramIsFailedToo() throws Exception {
        DrillRounds rounds = rounds(() -> {});
        rounds.play(1, new DrillExercise("nothing fails", () -> {
            throw new IllegalStateException("saga 7 is in the way");
        }));
        rounds.play(1, good("last"));
        assertThat(told.getFirst()).contains("nothing fails").contains("IllegalStateException: saga 7 is in the way");
        assertThat(done).containsExactly("last");
    }

    @Test
    void whatWasSeenBrokenBeforeItFailedIsSaidWithIt() throws Exception {
        DrillRounds rounds = rounds(() -> {});
        rounds.play(1, new DrillExercise("coupon answers late", () -> {
            book.check(Invariant.BOOKS_AGREE, false, "3 completed orders, books {used=4}");
            throw new IOException("gone");
        }));
        rounds.play(1, good("last"));
        assertThat(told.getFirst()).contains("IOException: gone; BOOKS_AGREE: 3 completed orders, books {used=4}");
        assertThat(told.getLast()).startsWith("held").contains("last");
        assertThat(report()).contains("BROKEN   BOOKS_AGREE").contains("At least one invariant was broken.");
    }

    @Test
    void theReportNamesWhatFailedAndIsNotPassedThough() throws Exception {
        DrillRounds rounds = rounds(() -> {});
        rounds.play(1, good("first"));
        rounds.play(1, bad("payment refuses"));
        assertThat(report())
                .contains("exercises  2, broken 0, failed 1")
                .contains("FAILED  round 1, 0 s: payment refuses (IOException: service stock did not answer")
                .contains("the drill is not passed")
                .doesNotContain("Every invariant held");
    }

    @Test
    void whenNothingCanBeBroughtBackTheRestIsNamedAsNotPlayed() throws Exception {
        List<String> attempts = new ArrayList<>();
        DrillRounds rounds = rounds(() -> {
            attempts.add("mend");
            throw new IOException("the drill's process gateway did not get ready");
        });
        rounds.play(1, bad("first"));
        for (int i = 0; i < 5; i++) {
            rounds.play(1, good("other " + i));
        }
        assertThat(attempts).as("each takes minutes").hasSize(3);
        assertThat(done).isEmpty();
        assertThat(book.verdicts()).hasSize(6).extracting(Verdict::outcome).containsOnly(Outcome.FAILED);
        assertThat(told.get(1)).contains("other 0").contains("the drill's process gateway did not get ready");
        assertThat(told.getLast()).contains("other 4 (not played");
    }

    @Test
    void whatCameBackLaterIsPlayedAgain() throws Exception {
        List<String> attempts = new ArrayList<>();
        DrillRounds rounds = rounds(() -> {
            attempts.add("mend");
            if (attempts.size() == 1) {
                throw new IOException("not yet");
            }
        });
        rounds.play(1, bad("first"));
        rounds.play(1, good("second"));
        rounds.play(1, good("third"));
        rounds.play(1, good("fourth"));
        assertThat(done).containsExactly("third", "fourth");
        assertThat(attempts).hasSize(2);
    }
}
