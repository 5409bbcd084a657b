package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.TaskId;

/** Notes, in the transaction of an ending, that the outcome probe is to ask about it. */
final class Probing {
    private static final int DONE = 0;
    private static final int FAILED = 1;

    private Probing() {}

    static boolean isWanted(Move move) {
        return switch (move) {
            case Move.Done done -> done.probeAfter().isPositive();
            case Move.Fail fail -> fail.isProbed();
            case Move.Retry _, Move.Park _, Move.GiveBack _, Move.Lost _ -> false;
        };
    }

    static void note(Session session, List<Move> probed, Set<Lease> lost) throws SQLException {
        for (Move move : probed) {
            if (!lost.contains(move.lease())) {
                boolean isDone = move instanceof Move.Done;
                long delay = move instanceof Move.Done done ? done.probeAfter().toMillis() * 1000 : 0;
                session.prepare(ProbeSql.NOTE)
                        .add(isDone ? DONE : FAILED)
                        .add(delay)
                        .add(move.lease().id().value())
                        .add(move.target().code())
                        .update();
            }
        }
    }

    /** Under the task's row lock nothing opens a question; one that is answered meanwhile is only refused once more. */
    static boolean isAsked(Session session, TaskId task) throws SQLException {
        try (ResultSet rows =
                session.prepare(ProbeSql.IS_OPEN).add(task.value()).query()) {
            return rows.next();
        }
    }
}
