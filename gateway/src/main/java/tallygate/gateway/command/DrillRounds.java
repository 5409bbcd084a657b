package tallygate.gateway.command;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays exercises one after the other. One that cannot be played to its end is FAILED by name, with what was seen; what it played with
 * is brought back, and the next one is played.
 */
final class DrillRounds {
    private static final Logger log = LoggerFactory.getLogger(DrillRounds.class);
    /** Vain attempts in a row to bring the processes back; after them the rest is not played, for each would take minutes. */
    private static final int VAIN_MAX = 3;

    private final DrillBook book;
    private final DrillExercise.Ground ground;
    private final LongSupplier nanos;
    private boolean isSound = true;
    private int vain;

    DrillRounds(DrillBook book, DrillExercise.Ground ground, LongSupplier nanos) {
        this.book = book;
        this.ground = ground;
        this.nanos = nanos;
    }

    void play(int round, DrillExercise exercise) throws InterruptedException {
        long before = nanos.getAsLong();
        if (!isSound && !isMended(round, exercise, before)) {
            return;
        }
        try {
            String detail = exercise.script().run();
            book.end(round, exercise.name(), detail, millisSince(before));
        } catch (IOException | RuntimeException e) {
            log.warn("exercise='{}' could not be played to its end; the others are played", exercise.name(), e);
            book.fail(round, exercise.name(), seen(e), millisSince(before));
            isSound = false;
        }
    }

    private boolean isMended(int round, DrillExercise exercise, long before) throws InterruptedException {
        if (vain >= VAIN_MAX) {
            book.fail(round, exercise.name(), "not played: what it needs could not be brought back", 0);
            return false;
        }
        try {
            ground.mend();
            isSound = true;
            vain = 0;
        } catch (IOException | RuntimeException e) {
            vain++;
            log.warn("exercise='{}' is not played: what it needs could not be brought back", exercise.name(), e);
            book.fail(
                    round,
                    exercise.name(),
                    "not played: what it needs could not be brought back: " + seen(e),
                    millisSince(before));
        }
        return isSound;
    }

    private long millisSince(long before) {
        return (nanos.getAsLong() - before) / 1_000_000;
    }

    /** Kind and message of what was thrown, and of what lies at its bottom. */
    private static String seen(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return said(thrown) + (thrown.getCause() == null ? "" : ", by " + said(root));
    }

    private static String said(Throwable thrown) {
        return thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
    }
}
