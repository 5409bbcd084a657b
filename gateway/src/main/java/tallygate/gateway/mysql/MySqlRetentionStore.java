package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import tallygate.gateway.task.RetentionStore;

/** The clean-up on its marks: each step is one short transaction on rows that nobody else touches. */
final class MySqlRetentionStore implements RetentionStore {
    private static final Duration BETWEEN_PASSES = Duration.ofDays(1);

    private final Transactor transactor;

    MySqlRetentionStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public Step step(Pass pass, Duration age, int rowsMax, Duration pause) {
        String name = pass.name().toLowerCase(Locale.ROOT);
        return transactor.run("retention step", Transactor.Mode.WHOLE, session -> {
            long from;
            try (ResultSet mark = session.prepare(RetentionSql.TAKE).add(name).query()) {
                if (!mark.next()) {
                    return new Step.NotNow();
                }
                from = mark.getLong(1);
            }
            if (pass == Pass.STATEMENTS) {
                return statements(session, from, age, new Pace(name, rowsMax, pause));
            }
            long to;
            int seen;
            try (ResultSet window = session.prepare(RetentionSql.WINDOW)
                    .add(from)
                    .add(micros(age))
                    .add(rowsMax)
                    .query()) {
                window.next();
                to = window.getLong(1);
                seen = window.getInt(2);
            }
            if (seen == 0) {
                move(session, name, 0, BETWEEN_PASSES);
                return new Step.PassEnded();
            }
            int changed = switch (pass) {
                case PAYLOADS -> on(session, RetentionSql.EMPTY, from, to, age);
                case ROWS -> {
                    on(session, RetentionSql.DELETE_ATTEMPTS, from, to, age);
                    on(session, RetentionSql.DELETE_CONFLICTS, from, to, age);
                    on(session, RetentionSql.DELETE_PROBES, from, to, age);
                    int deleted = on(session, RetentionSql.DELETE, from, to, age);
                    session.prepare(RetentionSql.DELETE_COPIES)
                            .add(from)
                            .add(to)
                            .update();
                    yield deleted;
                }
                case STATEMENTS -> throw new IllegalStateException("statements are walked by their files");
            };
            move(session, name, to, pause);
            return new Step.Done(seen, changed);
        });
    }

    private record Pace(String name, int rowsMax, Duration pause) {}

    private static Step statements(Session session, long from, Duration age, Pace pace) throws SQLException {
        long file;
        try (ResultSet found = session.prepare(RetentionSql.OLD_FILE)
                .add(from)
                .add(micros(age))
                .query()) {
            if (!found.next()) {
                move(session, pace.name(), 0, BETWEEN_PASSES);
                return new Step.PassEnded();
            }
            file = found.getLong(1);
        }
        // A file's rows stand in one of the two tables.
        int deleted = 0;
        for (String sql : new String[] {RetentionSql.DELETE_STATEMENT_ROWS, RetentionSql.DELETE_FUND_ROWS}) {
            deleted += session.prepare(sql).add(file).add(pace.rowsMax()).update();
        }
        move(session, pace.name(), deleted < pace.rowsMax() ? file : from, pace.pause());
        return new Step.Done(deleted, deleted);
    }

    private static int on(Session session, String sql, long from, long to, Duration age) throws SQLException {
        return session.prepare(sql).add(from).add(to).add(micros(age)).update();
    }

    private static void move(Session session, String name, long to, Duration pause) throws SQLException {
        session.prepare(RetentionSql.MOVE).add(to).add(micros(pause)).add(name).update();
    }

    private static long micros(Duration duration) {
        return duration.toMillis() * 1000;
    }
}
