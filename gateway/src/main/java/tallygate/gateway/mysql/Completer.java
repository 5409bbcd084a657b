package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tallygate.gateway.task.Lease;
import tallygate.gateway.task.Move;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

/** Writes outcomes in group commits on a connection of its own: usually one statement for all that succeeded. */
final class Completer {
    private static final Comparator<Move> BY_ID =
            Comparator.comparing(move -> move.lease().id());

    private final HeldConnection connection;

    Completer(HeldConnection connection) {
        this.connection = connection;
    }

    Set<Lease> apply(List<Move> moves) {
        check(moves);
        if (moves.isEmpty()) {
            return Set.of();
        }
        List<Move> sorted = moves.stream().sorted(BY_ID).toList();
        List<Move> done = sorted.stream().filter(Move.Done.class::isInstance).toList();
        List<Move> others =
                sorted.stream().filter(move -> !(move instanceof Move.Done)).toList();
        List<Move> told = sorted.stream().filter(Completer::isTold).toList();
        List<Move> probed = sorted.stream().filter(Probing::isWanted).toList();
        boolean isOneStatement = others.isEmpty() && told.isEmpty() && probed.isEmpty();
        return connection.run("complete", isOneStatement ? Transactor.Mode.EACH : Transactor.Mode.WHOLE, session -> {
            Set<Lease> lost = new HashSet<>(done(session, done));
            lost.addAll(others(session, others));
            attempts(session, told, lost);
            Probing.note(session, probed, lost);
            return lost;
        });
    }

    private static void check(List<Move> moves) {
        if (moves.size() > Shapes.MAX
                || moves.stream().map(move -> move.lease().id()).distinct().count() < moves.size()) {
            throw new IllegalArgumentException("at most 256 moves, each of another task, got " + moves.size());
        }
    }

    /** A clean first success needs no line of its own; a give-back was no try. */
    private static boolean isTold(Move move) {
        return switch (move) {
            case Move.Done done -> done.lease().epoch() > 1;
            case Move.GiveBack _ -> false;
            case Move.Retry _, Move.Park _, Move.Fail _, Move.Lost _ -> true;
        };
    }

    private static Set<Lease> done(Session session, List<Move> moves) throws SQLException {
        if (moves.isEmpty()) {
            return Set.of();
        }
        Params params = session.prepare(WorkSql.DONE.atLeast(moves.size()));
        pairs(params, moves.stream().map(Move::lease).toList());
        return params.update() == moves.size() ? Set.of() : lost(session, moves);
    }

    private static void pairs(Params params, List<Lease> leases) throws SQLException {
        for (int i = 0; i < Shapes.up(leases.size()); i++) {
            Lease lease = leases.get(Math.min(i, leases.size() - 1));
            params.add(lease.id().value()).add(lease.epoch());
        }
    }

    private static Set<Lease> others(Session session, List<Move> moves) throws SQLException {
        Set<Lease> lost = new HashSet<>();
        int from = 0;
        while (from < moves.size()) {
            List<Move> part = moves.subList(from, from + Shapes.down(moves.size() - from));
            Params params = session.prepare(WorkSql.MOVE.exactly(part.size()));
            for (Move move : part) {
                MoveValues.of(move).bind(params);
            }
            if (params.update() != part.size()) {
                lost.addAll(lost(session, part));
            }
            from += part.size();
        }
        return lost;
    }

    /** The same epoch in the state that the move leads to: this lease has made it, now or in a commit of unknown end. */
    private static Set<Lease> lost(Session session, List<Move> moves) throws SQLException {
        Map<TaskId, State> states =
                states(session, moves.stream().map(Move::lease).toList());
        Set<Lease> lost = new HashSet<>();
        for (Move move : moves) {
            State made = new State(move.target().code(), move.lease().epoch());
            if (!made.equals(states.get(move.lease().id()))) {
                lost.add(move.lease());
            }
        }
        return lost;
    }

    private record State(int status, int epoch) {}

    private static Map<TaskId, State> states(Session session, List<Lease> leases) throws SQLException {
        long[] ids = Shapes.padded(
                leases.stream().mapToLong(lease -> lease.id().value()).toArray());
        Params params = session.prepare(WorkSql.STATES.exactly(ids.length));
        for (long id : ids) {
            params.add(id);
        }
        Map<TaskId, State> states = new HashMap<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                states.put(new TaskId(rows.getLong(1)), new State(rows.getInt(2), rows.getInt(3)));
            }
        }
        return states;
    }

    private static void attempts(Session session, List<Move> told, Set<Lease> lost) throws SQLException {
        List<Move> made =
                told.stream().filter(move -> !lost.contains(move.lease())).toList();
        int from = 0;
        while (from < made.size()) {
            List<Move> part = made.subList(from, from + Shapes.down(made.size() - from));
            Params params = session.prepare(WorkSql.ATTEMPT.exactly(part.size()));
            for (Move move : part) {
                MoveValues values = MoveValues.of(move);
                params.add(move.lease().id().value())
                        .add(move.lease().epoch())
                        .add(values.name())
                        .add(values.waitReason())
                        .add(Math.max(0, values.outcome()))
                        .add(values.error() == null ? "" : values.error());
            }
            params.update();
            from += part.size();
        }
    }

    void wakeNext(String route, String bizId) {
        connection.run("wake next", Transactor.Mode.WHOLE, session -> {
            try (ResultSet rows = session.prepare(OrderSql.NEXT)
                    .add(Keys.column(bizId))
                    .add(route)
                    .query()) {
                return rows.next()
                        ? session.prepare(OrderSql.WAKE).add(rows.getLong(1)).update()
                        : 0;
            }
        });
    }

    Set<Lease> renew(List<Lease> leases, Duration lease) {
        if (leases.size() > Shapes.MAX) {
            throw new IllegalArgumentException("at most 256 leases, got " + leases.size());
        }
        if (leases.isEmpty()) {
            return Set.of();
        }
        List<Lease> sorted = new ArrayList<>(leases);
        sorted.sort(Comparator.comparing(Lease::id));
        return connection.run("renew", Transactor.Mode.EACH, session -> {
            Params params = session.prepare(WorkSql.RENEW.atLeast(sorted.size()));
            params.add(lease.toMillis() * 1000);
            pairs(params, sorted);
            if (params.update() == sorted.size()) {
                return Set.of();
            }
            Map<TaskId, State> states = states(session, sorted);
            Set<Lease> lost = new HashSet<>();
            for (Lease held : sorted) {
                State mine = new State(TaskStatus.PROCESSING.code(), held.epoch());
                if (!mine.equals(states.get(held.id()))) {
                    lost.add(held);
                }
            }
            return lost;
        });
    }
}
