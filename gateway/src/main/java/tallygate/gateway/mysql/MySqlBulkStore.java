package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.desk.BulkJob;
import tallygate.gateway.desk.BulkStore;
import tallygate.gateway.task.Actor;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;

/** Retries of many tasks. */
final class MySqlBulkStore implements BulkStore {
    private final Transactor transactor;

    MySqlBulkStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public long plan(String cause, List<TaskId> tasks, Actor actor) {
        return transactor.run("plan job", Transactor.Mode.WHOLE, session -> {
            session.prepare(BulkSql.PLAN)
                    .add(Texts.cut(cause, 1000))
                    .add(actor.name())
                    .add(actor.origin())
                    .add(tasks.size())
                    .update();
            long job;
            try (ResultSet row = session.prepare(BulkSql.LAST).query()) {
                row.next();
                job = row.getLong(1);
            }
            int seq = 0;
            for (TaskId task : tasks) {
                session.prepare(BulkSql.ITEM)
                        .add(job)
                        .add(++seq)
                        .add(task.value())
                        .update();
            }
            note(session, actor, "job-plan", job, "tasks=" + tasks.size(), cause);
            return job;
        });
    }

    private static void note(Session session, Actor actor, String action, long job, String after, String reason)
            throws SQLException {
        AuditSql.write(session, actor, new AuditSql.Entry(action, "job", Long.toString(job), "", after, reason));
    }

    @Override
    public Optional<BulkJob> find(long job) {
        return transactor.run(
                "find job",
                Transactor.Mode.READ,
                session -> read(session, session.prepare(BulkSql.BY_ID).add(job)).stream()
                        .findFirst());
    }

    @Override
    public List<BulkJob> list(int limit) {
        return transactor.run(
                "list jobs",
                Transactor.Mode.READ,
                session -> read(session, session.prepare(BulkSql.LIST).add(limit)));
    }

    @Override
    public boolean start(long job, BulkJob.Plan plan, boolean needsApproval, Actor actor) {
        return transactor.run("start job", Transactor.Mode.WHOLE, session -> {
            BulkJob.State to = needsApproval ? BulkJob.State.WAITS_FOR_APPROVAL : BulkJob.State.RUNS;
            boolean isStarted = session.prepare(BulkSql.START)
                            .add(to.ordinal())
                            .add(Texts.cut(plan.reason(), 1000))
                            .add(plan.pace())
                            .add(plan.hasCanary() ? 1 : 0)
                            .add(job)
                            .update()
                    == 1;
            if (isStarted) {
                note(session, actor, "job-start", job, "state=" + to, plan.reason());
            }
            return isStarted;
        });
    }

    @Override
    public boolean move(long job, BulkJob.State from, BulkJob.State to, Actor actor, String note) {
        return transactor.run("move job", Transactor.Mode.WHOLE, session -> {
            boolean isMoved = session.prepare(BulkSql.MOVE)
                            .add(to.ordinal())
                            .add(Texts.cut(note, 1000))
                            .add(job)
                            .add(from.ordinal())
                            .update()
                    == 1;
            if (isMoved) {
                note(session, actor, "job-" + to.name().toLowerCase(java.util.Locale.ROOT), job, "state=" + to, note);
            }
            return isMoved;
        });
    }

    @Override
    public OptionalLong lease(long owner) {
        return transactor.run("lease job", Transactor.Mode.WHOLE, session -> {
            try (ResultSet row = session.prepare(BulkSql.LEASABLE).add(owner).query()) {
                if (!row.next()) {
                    return OptionalLong.empty();
                }
                long job = row.getLong(1);
                session.prepare(BulkSql.LEASE).add(owner).add(job).update();
                return OptionalLong.of(job);
            }
        });
    }

    @Override
    public BulkJob settle(long job) {
        return transactor.run("settle job", Transactor.Mode.WHOLE, session -> {
            session.prepare(BulkSql.SETTLE).add(job).update();
            return read(session, session.prepare(BulkSql.BY_ID).add(job)).getFirst();
        });
    }

    /** The next task of a job. */
    private record Item(int seq, long task) {}

    @Override
    public void send(long job, int count) {
        for (int i = 0; i < count; i++) {
            boolean isSent =
                    transactor.run("send task of job", Transactor.Mode.WHOLE, session -> sendOne(session, job));
            if (!isSent) {
                return;
            }
        }
    }

    private static boolean sendOne(Session session, long job) throws SQLException {
        Actor actor;
        String reason;
        try (ResultSet row = session.prepare(BulkSql.RUNNING).add(job).query()) {
            if (!row.next()) {
                return false;
            }
            actor = new Actor(row.getString(1), row.getString(2));
            reason = "job " + job + ": " + row.getString(3);
        }
        Item item;
        try (ResultSet row = session.prepare(BulkSql.NEXT).add(job).query()) {
            if (!row.next()) {
                return false;
            }
            item = new Item(row.getInt(1), row.getLong(2));
        }
        int changed = session.prepare(AdminSql.CHANGE)
                .add(TaskStatus.PENDING.code())
                .add(TaskStatus.PENDING.code())
                .add(item.task())
                .add(TaskStatus.FAILED.code())
                .update();
        session.prepare(BulkSql.TICK)
                .add(changed == 1 ? 1 : 4)
                .add(job)
                .add(item.seq())
                .update();
        if (changed == 1) {
            String task = Long.toString(item.task());
            AuditSql.write(
                    session,
                    actor,
                    new AuditSql.Entry("task-reopen", "task", task, "status=FAILED", "status=PENDING", reason));
        }
        return true;
    }

    private static List<BulkJob> read(Session session, Params query) throws SQLException {
        List<BulkJob> jobs = new ArrayList<>();
        try (ResultSet row = query.query()) {
            while (row.next()) {
                jobs.add(new BulkJob(
                        row.getLong(1),
                        row.getString(2),
                        new BulkJob.Plan(row.getString(3), row.getString(4), row.getInt(5), row.getBoolean(6)),
                        BulkJob.State.values()[row.getInt(7)],
                        progress(session, row.getLong(1)),
                        row.getString(8),
                        Params.instant(row, 9)));
            }
        }
        return jobs;
    }

    private static BulkJob.Progress progress(Session session, long job) throws SQLException {
        int[] counts = new int[5];
        try (ResultSet row = session.prepare(BulkSql.COUNT).add(job).query()) {
            while (row.next()) {
                counts[row.getInt(1)] = row.getInt(2);
            }
        }
        return new BulkJob.Progress(counts[0], counts[1], counts[2], counts[3], counts[4]);
    }
}
