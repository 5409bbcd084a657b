package tallygate.gateway.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import tallygate.callback.saga.Reply;
import tallygate.gateway.saga.NewSaga;
import tallygate.gateway.saga.SagaStore.Delivered;
import tallygate.gateway.saga.StepStatus;
import tallygate.gateway.saga.Transition;

/** Writes a result that came by message: the saga's row is locked, then its request is settled if it is not. */
final class SagaResult {
    private SagaResult() {}

    /** The request as it stands, under its saga's lock. */
    private record Found(long row, NewSaga.Kind kind, int seq, int tries, int mark, Duration waited) {}

    static Delivered take(Session session, String requestId, int mark, Reply result) throws SQLException {
        Optional<Found> found = find(session, requestId);
        if (found.isEmpty()) {
            return new Delivered.Unknown();
        }
        Found request = found.get();
        if (settle(session, requestId, request, mark, result) == 0) {
            return new Delivered.SettledBefore();
        }
        session.prepare(SagaSql.NUDGE).add(request.row()).update();
        SagaTransition.note(
                session,
                request.row(),
                new Transition.Note(requestId, "result", request.tries(), word(result), "", request.waited()));
        return new Delivered.Taken(request.kind(), request.seq(), request.tries(), request.waited());
    }

    private static String word(Reply result) {
        return result instanceof Reply.Done ? "done" : "failed";
    }

    private static Optional<Found> find(Session session, String requestId) throws SQLException {
        long row;
        NewSaga.Kind kind;
        try (ResultSet rows = session.prepare(SagaSql.OF_REQUEST).add(requestId).query()) {
            if (!rows.next()) {
                return Optional.empty();
            }
            row = rows.getLong(1);
            kind = new NewSaga.Kind(rows.getString(2), rows.getInt(3));
        }
        try (ResultSet rows = session.prepare(SagaSql.REQUEST).add(requestId).query()) {
            rows.next();
            Duration waited = Duration.ofNanos(Math.max(0, rows.getLong(4)) * 1_000);
            return Optional.of(new Found(row, kind, rows.getInt(1), rows.getInt(2), rows.getInt(3), waited));
        }
    }

    private static int settle(Session session, String requestId, Found request, int mark, Reply result)
            throws SQLException {
        boolean isCompensation = requestId.contains(":c:");
        return switch (result) {
            case Reply.Done(String response) -> {
                StepStatus status = isCompensation ? StepStatus.COMPENSATED : StepStatus.DONE;
                yield settle(session, requestId, status, response, "", Duration.ZERO);
            }
            case Reply.Failed(String reason, String response)
            when !isCompensation -> settle(session, requestId, StepStatus.FAILED, response, reason, Duration.ZERO);
            // A compensation has no other way: it is tried again, and only when no try is left it is a failure.
            case Reply.Failed(String reason, String response) ->
                mark != 0 && mark != request.mark()
                        ? 0
                        : settle(
                                session,
                                requestId,
                                StepStatus.UNKNOWN,
                                response,
                                "refused: " + reason,
                                pause(session, request));
            case Reply.Later _, Reply.Unknown _, Reply.Accepted _, Reply.NotSeen _ ->
                throw new IllegalArgumentException("a result is done or failed, not " + result);
        };
    }

    private static Duration pause(Session session, Found request) throws SQLException {
        return MySqlDefinitionShelf.of(session, request.kind())
                .map(definition -> definition.pauseBeforeUndoing(request.seq(), request.tries()))
                .orElse(Duration.ofSeconds(2));
    }

    private static int settle(
            Session session, String requestId, StepStatus status, String response, String error, Duration pause)
            throws SQLException {
        return session.prepare(SagaSql.DELIVER)
                .add(status.code())
                .add(response.getBytes(StandardCharsets.UTF_8))
                .add(Texts.cut(error, Texts.ERROR_MAX))
                .add(pause.toMillis() * 1000)
                .add(requestId)
                .update();
    }
}
