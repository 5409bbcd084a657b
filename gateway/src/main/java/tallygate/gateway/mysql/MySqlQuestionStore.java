package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tallygate.gateway.reconcile.Question;
import tallygate.gateway.reconcile.QuestionStore;
import tallygate.gateway.task.TaskId;

/** Questions to providers in their table; each is asked by one node at a time. */
final class MySqlQuestionStore implements QuestionStore {
    private static final String[] STATES = {"open", "answered", "given-up"};

    private final Transactor transactor;

    MySqlQuestionStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public boolean open(Question question, Duration first, Duration until) {
        return transactor.run("open question", Transactor.Mode.EACH, session -> {
            Params params = session.prepare(QuestionSql.OPEN)
                    .add(Keys.column(question.source()))
                    .add(question.reason().word())
                    .add(Keys.column(question.reference()))
                    .add(question.endpoint())
                    .add(Keys.column(question.transaction()))
                    .add(Keys.column(question.order()))
                    .add(question.amountMinor())
                    .add(question.currency())
                    .add(question.task()
                            .map(TaskId::value)
                            .map(OptionalLong::of)
                            .orElse(OptionalLong.empty()))
                    .add(micros(first))
                    .add(micros(until));
            return params.update() > 0;
        });
    }

    @Override
    public List<Taken> take(int limit, Duration lease) {
        return transactor.run("take questions", Transactor.Mode.WHOLE, session -> {
            List<Taken> due = new ArrayList<>();
            try (ResultSet rows = session.prepare(QuestionSql.DUE).add(limit).query()) {
                while (rows.next()) {
                    due.add(new Taken(rows.getLong(1), question(rows), rows.getInt(11) + 1, rows.getBoolean(16)));
                }
            }
            for (Taken one : due) {
                int taken = session.prepare(QuestionSql.TAKE)
                        .add(micros(lease))
                        .add(one.id())
                        .add(one.asked() - 1)
                        .update();
                if (taken != 1) {
                    throw new IllegalStateException(taken + " questions " + one.id() + " changed under their lock");
                }
            }
            return due;
        });
    }

    private static Question question(ResultSet row) throws SQLException {
        long amount = row.getLong(8);
        OptionalLong minor = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(amount);
        long task = row.getLong(10);
        Optional<TaskId> of = row.wasNull() ? Optional.empty() : Optional.of(new TaskId(task));
        return new Question(
                DiscrepancyRows.text(row, 2),
                Question.Reason.of(row.getString(3)),
                DiscrepancyRows.text(row, 4),
                row.getString(5),
                DiscrepancyRows.text(row, 6),
                DiscrepancyRows.text(row, 7),
                minor,
                row.getString(9),
                of);
    }

    @Override
    public boolean later(Taken taken, Duration delay, String answer, String detail) {
        return transactor.run(
                "ask later",
                Transactor.Mode.EACH,
                session -> isOne(session.prepare(QuestionSql.LATER)
                        .add(micros(delay))
                        .add(answer)
                        .add(Texts.cut(detail, Texts.ERROR_MAX))
                        .add(taken.id())
                        .add(taken.asked())
                        .update()));
    }

    @Override
    public boolean end(Taken taken, End end, String answer, String detail) {
        return transactor.run(
                "end question",
                Transactor.Mode.EACH,
                session -> isOne(session.prepare(QuestionSql.END)
                        .add(end.code())
                        .add(answer)
                        .add(Texts.cut(detail, Texts.ERROR_MAX))
                        .add(taken.id())
                        .add(taken.asked())
                        .update()));
    }

    private static boolean isOne(int changed) {
        if (changed > 1) {
            throw new IllegalStateException(changed + " questions share an id");
        }
        return changed == 1;
    }

    @Override
    public Optional<Walk> walk(Collection<String> eventTypes, Duration settle, Duration oldest, int rowsMax) {
        return transactor.run("walk tasks", Transactor.Mode.WHOLE, session -> {
            if (session.prepare(QuestionSql.TAKE_MARK).update() != 1) {
                return Optional.empty();
            }
            long from = number(session.prepare(QuestionSql.READ_MARK));
            long to;
            int seen;
            try (ResultSet window = session.prepare(QuestionSql.WINDOW)
                    .add(from)
                    .add(micros(oldest))
                    .add(micros(settle))
                    .add(rowsMax)
                    .query()) {
                window.next();
                to = window.getLong(1);
                seen = window.getInt(2);
            }
            List<Candidate> found = seen == 0 ? List.of() : candidates(session, eventTypes, from, to);
            return Optional.of(new Walk(new Walked(seen, found), to));
        });
    }

    private static long number(Params query) throws SQLException {
        try (ResultSet row = query.query()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static List<Candidate> candidates(Session session, Collection<String> types, long from, long to)
            throws SQLException {
        List<String> all = new ArrayList<>(types);
        // The list of a statement is never empty; whose type was not asked for, the caller sorts out.
        all.add("");
        int size = Shapes.up(all.size());
        Params params =
                session.prepare(QuestionSql.CANDIDATES.exactly(size)).add(from).add(to);
        for (int i = 0; i < size; i++) {
            params.add(all.get(Math.min(i, all.size() - 1)));
        }
        List<Candidate> found = new ArrayList<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                found.add(candidate(rows));
            }
        }
        return found;
    }

    private static Candidate candidate(ResultSet row) throws SQLException {
        byte[] overlong = row.getBytes(11);
        long amount = row.getLong(8);
        OptionalLong minor = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(amount);
        return new Candidate(
                new TaskId(row.getLong(1)),
                LeasedRows.key(row, 2, "source", overlong),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                LeasedRows.key(row, 6, "biz_id", overlong),
                LeasedRows.key(row, 7, "provider_txn_id", overlong),
                minor,
                row.getString(9),
                row.getBoolean(10));
    }

    @Override
    public void walked(Walk walk) {
        transactor.run(
                "walked tasks",
                Transactor.Mode.EACH,
                session -> session.prepare(QuestionSql.MOVE_MARK).add(walk.to()).update());
    }

    @Override
    public Set<String> known(String source, Collection<String> references) {
        Map<String, String> byColumn = new HashMap<>();
        references.forEach(reference -> byColumn.put(Keys.text(reference), reference));
        return transactor.run("known questions", Transactor.Mode.READ, session -> {
            Set<String> known = new HashSet<>();
            for (List<byte[]> part : StatementAround.parts(references)) {
                Params params =
                        session.prepare(QuestionSql.KNOWN.exactly(part.size())).add(Keys.column(source));
                for (byte[] key : part) {
                    params.add(key);
                }
                try (ResultSet rows = params.query()) {
                    while (rows.next()) {
                        String column = DiscrepancyRows.text(rows, 1);
                        known.add(byColumn.getOrDefault(column, column));
                    }
                }
            }
            return known;
        });
    }

    @Override
    public long countOpen() {
        return transactor.run(
                "count questions", Transactor.Mode.READ, session -> number(session.prepare(QuestionSql.COUNT_OPEN)));
    }

    @Override
    public List<Seen> list(Optional<String> source, boolean isOpenOnly, long beforeId, int limit) {
        byte[] of = source.map(Keys::column).orElse(new byte[0]);
        return transactor.run("list questions", Transactor.Mode.READ, session -> {
            List<Seen> found = new ArrayList<>();
            try (ResultSet rows = session.prepare(QuestionSql.LIST)
                    .add(beforeId)
                    .add(of)
                    .add(of)
                    .add(isOpenOnly ? 1 : 0)
                    .add(limit)
                    .query()) {
                while (rows.next()) {
                    found.add(new Seen(
                            rows.getLong(1),
                            question(rows),
                            rows.getInt(11),
                            Params.instant(rows, 12),
                            STATES[rows.getInt(13)],
                            rows.getString(14),
                            rows.getString(15)));
                }
            }
            return found;
        });
    }

    private static long micros(Duration duration) {
        return duration.toMillis() * 1000;
    }
}
