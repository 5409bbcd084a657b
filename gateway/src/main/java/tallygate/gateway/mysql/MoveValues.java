package tallygate.gateway.mysql;

import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tallygate.gateway.task.LastOutcome;
import tallygate.gateway.task.Masking;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.WaitReason;

/**
 * A move as columns.
 *
 * @param name in {@code task_attempt}
 * @param failures 1 when it counts as one
 * @param unstarted 1 when the start is taken back
 * @param keepsCrashes 1 when nothing was proven about the task itself
 * @param delayMicros whole milliseconds
 * @param outcome -1 leaves the last one
 * @param error null leaves the last one
 * @param statusUrl null for none
 */
record MoveValues(
        Move move,
        String name,
        int failures,
        int unstarted,
        int keepsCrashes,
        long delayMicros,
        int waitReason,
        int outcome,
        @Nullable String error,
        @Nullable String statusUrl) {

    private static final int LEAVE = -1;

    static MoveValues of(Move move) {
        return switch (move) {
            case Move.Done _ -> new MoveValues(move, "done", 0, 0, 0, 0, 0, LastOutcome.NONE.code(), null, null);
            case Move.Retry retry ->
                new MoveValues(
                        move,
                        "retry",
                        1,
                        0,
                        0,
                        micros(retry.delay()),
                        0,
                        retry.outcome().code(),
                        cut(retry.error()),
                        null);
            case Move.Park park -> {
                WaitReason reason = park.reason();
                int unstarted = reason.isBeforeStart() ? 1 : 0;
                yield new MoveValues(
                        move,
                        "park",
                        0,
                        unstarted,
                        unstarted,
                        micros(park.delay()),
                        reason.code(),
                        LEAVE,
                        cut(park.error()),
                        park.statusUrl().isEmpty() ? null : park.statusUrl());
            }
            case Move.Fail fail ->
                new MoveValues(move, "failed", 0, 0, 0, 0, 0, fail.outcome().code(), cut(fail.error()), null);
            case Move.Lost lost ->
                new MoveValues(move, "lost", 0, 1, 1, 0, 0, LastOutcome.UNKNOWN.code(), cut(lost.error()), null);
            case Move.GiveBack _ -> new MoveValues(move, "given-back", 0, 1, 1, 0, 0, LEAVE, null, null);
        };
    }

    private static long micros(Duration delay) {
        return Math.max(0, delay.toMillis()) * 1000;
    }

    private static String cut(String error) {
        return Texts.cut(Masking.cards(error), Texts.ERROR_MAX);
    }

    void bind(Params to) throws SQLException {
        to.add(move.lease().id().value())
                .add(move.lease().epoch())
                .add(move.target().code())
                .add(failures)
                .add(unstarted)
                .add(keepsCrashes)
                .add(delayMicros)
                .add(waitReason)
                .add(outcome)
                .addOrNull(error)
                .addOrNull(statusUrl);
    }
}
