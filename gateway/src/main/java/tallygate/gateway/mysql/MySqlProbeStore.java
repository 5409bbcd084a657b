package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.task.ProbeStore;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskRow;

/** Probes on {@code task_probe}; each is asked by one node at a time. */
final class MySqlProbeStore implements ProbeStore {
    private final Transactor transactor;

    MySqlProbeStore(Transactor transactor) {
        this.transactor = transactor;
    }

    private record Taken(TaskId task, Cause cause, int asked, int reopened) {}

    @Override
    public List<Probe> take(String route, int limit, Duration again) {
        if (limit < 1 || limit > Shapes.MAX) {
            throw new IllegalArgumentException("1..256 probes are taken at a time, asked for " + limit);
        }
        return transactor.run("take probes", Transactor.Mode.WHOLE, session -> {
            List<Taken> taken = due(session, route, limit);
            if (taken.isEmpty()) {
                return List.of();
            }
            long[] ids = Shapes.padded(
                    taken.stream().mapToLong(probe -> probe.task().value()).toArray());
            Params params = session.prepare(ProbeSql.TAKE.exactly(ids.length)).add(again.toMillis() * 1000);
            for (long id : ids) {
                params.add(id);
            }
            params.update();
            List<Probe> probes = new ArrayList<>();
            for (Taken probe : taken) {
                for (TaskRow task : TaskRows.read(
                        session.prepare(AdminSql.FIND).add(probe.task().value()))) {
                    probes.add(new Probe(task, probe.cause(), probe.asked(), probe.reopened()));
                }
            }
            return probes;
        });
    }

    private static List<Taken> due(Session session, String route, int limit) throws SQLException {
        List<Taken> due = new ArrayList<>();
        try (ResultSet rows =
                session.prepare(ProbeSql.DUE).add(route).add(limit).query()) {
            while (rows.next()) {
                due.add(new Taken(new TaskId(rows.getLong(1)), cause(rows.getInt(2)), rows.getInt(3), rows.getInt(4)));
            }
        }
        return due;
    }

    private static Cause cause(int code) {
        return code == Cause.DONE.code() ? Cause.DONE : Cause.FAILED;
    }

    @Override
    public void later(TaskId task, Duration delay) {
        transactor.run(
                "probe later",
                Transactor.Mode.EACH,
                session -> session.prepare(ProbeSql.LATER)
                        .add(delay.toMillis() * 1000)
                        .add(task.value())
                        .update());
    }

    @Override
    public void settle(TaskId task, Answer answer, String detail, boolean isReopened) {
        transactor.run("settle probe", Transactor.Mode.WHOLE, session -> {
            boolean isForgotten = answer == Answer.APPLIED
                    && session.prepare(ProbeSql.FORGET).add(task.value()).update() == 1;
            return isForgotten
                    ? 1
                    : session.prepare(ProbeSql.SETTLE)
                            .add(answer.code())
                            .add(Texts.cut(detail, Texts.ERROR_MAX))
                            .add(isReopened ? 1 : 0)
                            .add(task.value())
                            .update();
        });
    }

    @Override
    public boolean isAsking(TaskId task) {
        return transactor.run("is probed", Transactor.Mode.READ, session -> Probing.isAsked(session, task));
    }

    @Override
    public Optional<Known> find(TaskId task) {
        return transactor.run("find probe", Transactor.Mode.READ, session -> {
            try (ResultSet rows =
                    session.prepare(ProbeSql.FIND).add(task.value()).query()) {
                return rows.next()
                        ? Optional.of(new Known(
                                cause(rows.getInt(1)), Answer.of(rows.getInt(2)), rows.getInt(3), rows.getString(4)))
                        : Optional.empty();
            }
        });
    }
}
