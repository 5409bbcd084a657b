package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import tallygate.gateway.reconcile.Around;
import tallygate.gateway.reconcile.Certificate;
import tallygate.gateway.reconcile.DayFigures;
import tallygate.gateway.reconcile.Ours;
import tallygate.gateway.reconcile.StatementStore;
import tallygate.gateway.reconcile.StoredCertificate;
import tallygate.gateway.reconcile.Theirs;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.TaskId;

/** Statements, pool and certificates in their tables. */
final class MySqlStatementStore implements StatementStore {
    private final Transactor transactor;

    MySqlStatementStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public StoredFile begin(NewFile file) {
        return transactor.run("begin statement", Transactor.Mode.WHOLE, session -> {
            session.prepare(StatementSql.BEGIN)
                    .add(Keys.column(file.source()))
                    .add(file.format())
                    .add(file.day().toString())
                    .add(Texts.cut(file.name(), 255))
                    .add(file.sha256())
                    .add(Texts.cut(file.takenBy(), 128))
                    .update();
            return StatementRows.files(session.prepare(StatementSql.FILE)
                            .add(Keys.column(file.source()))
                            .add(file.sha256()))
                    .getFirst();
        });
    }

    @Override
    public void add(StoredFile file, String source, List<StatementRow> rows) {
        transactor.run("add statement rows", Transactor.Mode.WHOLE, session -> {
            long done = linesDone(session, file.id());
            List<StatementRow> ahead =
                    rows.stream().filter(row -> row.line() > done).toList();
            if (ahead.isEmpty()) {
                return false;
            }
            int fresh = 0;
            for (int from = 0; from < ahead.size(); ) {
                int size = Shapes.down(ahead.size() - from);
                Params params = session.prepare((file.isFund() ? FundSql.ADD : StatementSql.ADD).exactly(size));
                for (StatementRow row : ahead.subList(from, from + size)) {
                    if (file.isFund()) {
                        MySqlFundStore.bind(params, file, source, row);
                    } else {
                        StatementRows.bind(params, file, source, row);
                    }
                }
                fresh += params.update();
                from += size;
            }
            int changed = session.prepare(StatementSql.ADDED)
                    .add(ahead.getLast().line())
                    .add(fresh)
                    .add(ahead.size() - fresh)
                    .add(file.id())
                    .add(done)
                    .update();
            if (changed != 1) {
                throw new IllegalStateException(
                        changed + " rows of statement file " + file.id() + " changed under its lock, rolled back");
            }
            return true;
        });
    }

    private static long linesDone(Session session, long file) throws SQLException {
        try (ResultSet rows = session.prepare(StatementSql.LOCK_FILE).add(file).query()) {
            if (!rows.next()) {
                throw new IllegalStateException("statement file " + file + " is gone");
            }
            return rows.getLong(1);
        }
    }

    @Override
    public void end(long file) {
        transactor.run(
                "end statement",
                Transactor.Mode.EACH,
                session -> session.prepare(StatementSql.END).add(file).update());
    }

    @Override
    public List<StoredFile> files(String source, LocalDate day) {
        return transactor.run(
                "statement files",
                Transactor.Mode.READ,
                session -> StatementRows.files(session.prepare(StatementSql.FILES)
                        .add(Keys.column(source))
                        .add(day.toString())));
    }

    @Override
    public List<Theirs> rows(String source, LocalDate day, long afterFile, long afterLine, int limit) {
        return transactor.run(
                "statement rows",
                Transactor.Mode.READ,
                session -> StatementRows.read(session.prepare(StatementSql.ROWS)
                        .add(Keys.column(source))
                        .add(day.toString())
                        .add(afterFile)
                        .add(afterFile)
                        .add(afterLine)
                        .add(limit)));
    }

    @Override
    public Map<String, Ours> byEffects(String source, Collection<String> effects) {
        List<String> keys =
                effects.stream().distinct().map(effect -> source + ":" + effect).toList();
        return transactor.run("tasks by effect", Transactor.Mode.READ, session -> {
            Map<String, Ours> found = new HashMap<>();
            for (List<byte[]> part : StatementAround.parts(keys)) {
                Params params = session.prepare(StatementSql.BY_EFFECT.exactly(part.size()));
                for (byte[] key : part) {
                    params.add(key);
                }
                OursRows.read(params, source).forEach(ours -> found.put(ours.effect(), ours));
            }
            return found;
        });
    }

    @Override
    public Map<String, List<Ours>> byOrders(String source, Collection<String> orders) {
        List<String> keys =
                orders.stream().distinct().filter(order -> !order.isEmpty()).toList();
        return transactor.run("tasks by order", Transactor.Mode.READ, session -> {
            Map<String, List<Ours>> found = new HashMap<>();
            for (List<byte[]> part : StatementAround.parts(keys)) {
                Params params = session.prepare(StatementSql.BY_ORDER.exactly(part.size()))
                        .add(Keys.column(source));
                for (byte[] key : part) {
                    params.add(key);
                }
                for (Ours ours : OursRows.read(params, source)) {
                    found.computeIfAbsent(ours.bizId(), _ -> new ArrayList<>()).add(ours);
                }
            }
            return found;
        });
    }

    @Override
    public List<Around> around(String source, List<Theirs> rows) {
        return transactor.run(
                "around statement rows", Transactor.Mode.READ, session -> StatementAround.of(session, source, rows));
    }

    @Override
    public void judged(List<Judged> judged) {
        transactor.run("judge statement rows", Transactor.Mode.WHOLE, session -> {
            for (Judged one : judged) {
                Params params = session.prepare(StatementSql.JUDGED).add(one.verdict());
                (one.task().isPresent()
                                ? params.add(one.task().get().value())
                                : params.add(java.util.OptionalLong.empty()))
                        .add(one.file())
                        .add(one.line())
                        .update();
            }
            return judged.size();
        });
    }

    @Override
    public List<Ours> unnamed(String source, StatementFormat.Day day, long afterId, int limit) {
        return transactor.run(
                "unnamed tasks",
                Transactor.Mode.READ,
                session -> OursRows.read(
                        session.prepare(StatementSql.UNNAMED)
                                .add(Math.max(afterId, DayCounts.floor(day.from())))
                                .add(Long.MAX_VALUE)
                                .add(Keys.column(source))
                                .add(day.from())
                                .add(day.to())
                                .add(limit),
                        source));
    }

    @Override
    public void pool(String source, LocalDate day, List<TaskId> tasks) {
        transactor.run("pool tasks", Transactor.Mode.WHOLE, session -> {
            for (int from = 0; from < tasks.size(); ) {
                int size = Shapes.down(tasks.size() - from);
                Params params = session.prepare(StatementSql.POOL.exactly(size));
                for (TaskId task : tasks.subList(from, from + size)) {
                    params.add(task.value()).add(Keys.column(source)).add(day.toString());
                }
                params.update();
                from += size;
            }
            return tasks.size();
        });
    }

    @Override
    public int unpool(String source) {
        return transactor.run(
                "unpool tasks",
                Transactor.Mode.EACH,
                session -> session.prepare(StatementSql.UNPOOL)
                        .add(Keys.column(source))
                        .update());
    }

    @Override
    public List<Pooled> pooled(String source, int limit) {
        return transactor.run("pooled tasks", Transactor.Mode.READ, session -> {
            List<Pooled> pooled = new ArrayList<>();
            try (ResultSet rows = session.prepare(StatementSql.POOLED)
                    .add(Keys.column(source))
                    .add(limit)
                    .query()) {
                while (rows.next()) {
                    pooled.add(new Pooled(
                            OursRows.row(rows, source), LocalDate.parse(rows.getString(11)), rows.getInt(12)));
                }
            }
            return pooled;
        });
    }

    @Override
    public DayFigures figures(String source, LocalDate bill, StatementFormat.Day day) {
        return transactor.run("count a day", Transactor.Mode.READ, session -> DayCounts.of(session, source, bill, day));
    }

    @Override
    public void keep(Certificate certificate) {
        transactor.run(
                "keep certificate",
                Transactor.Mode.EACH,
                session -> session.prepare(CertificateSql.KEEP)
                        .add(certificate.endpoint())
                        .add(Keys.column(certificate.source()))
                        .add(certificate.day().toString())
                        .add(certificate.isComplete() ? 1 : 0)
                        .add(certificate.json())
                        .add(HexFormat.of().parseHex(certificate.digest()))
                        .update());
    }

    @Override
    public List<StoredCertificate> certificates(LocalDate day) {
        return transactor.run("certificates", Transactor.Mode.READ, session -> {
            List<StoredCertificate> found = new ArrayList<>();
            try (ResultSet rows =
                    session.prepare(CertificateSql.LAST).add(day.toString()).query()) {
                while (rows.next()) {
                    found.add(new StoredCertificate(
                            rows.getString(1),
                            DiscrepancyRows.text(rows, 2),
                            LocalDate.parse(rows.getString(3)),
                            rows.getInt(4) == 1,
                            rows.getString(5),
                            rows.getString(6),
                            Params.instant(rows, 7)));
                }
            }
            return found;
        });
    }
}
