package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tallygate.gateway.reconcile.FetchStore;

/** Statements to be downloaded in their table; each is fetched by one node at a time. */
final class MySqlFetchStore implements FetchStore {
    private static final String[] STATES = {"wanted", "taken", "none", "given-up"};

    private static final String WANT = """
        INSERT INTO statement_fetch (source, bill_day, report)
        VALUES (?, ?, ?)
            ON DUPLICATE KEY UPDATE source = source
        """;

    private static final String WANT_NOW = """
        INSERT INTO statement_fetch (source, bill_day, report)
        VALUES (?, ?, ?)
            ON DUPLICATE KEY UPDATE status = 0, next_try_time = UTC_TIMESTAMP(3), going = ''
        """;

    private static final Shapes DUE = Shapes.of("""
        SELECT source, bill_day, report, going, tries
          FROM statement_fetch
         WHERE status = 0 AND next_try_time <= UTC_TIMESTAMP(3) AND source IN ((…))
         ORDER BY next_try_time
         LIMIT 1
           FOR UPDATE SKIP LOCKED
        """, "?");

    private static final String TAKE = """
        UPDATE statement_fetch
           SET tries = tries + 1, next_try_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
         WHERE source = ? AND bill_day = ? AND report = ? AND status = 0 AND tries = ?
        """;

    private static final String LATER = """
        UPDATE statement_fetch
           SET next_try_time = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, going = ?, detail = ?,
               updated_at = UTC_TIMESTAMP(3)
         WHERE source = ? AND bill_day = ? AND report = ? AND status = 0 AND tries = ?
        """;

    private static final String END = """
        UPDATE statement_fetch
           SET status = ?, going = '', detail = ?, updated_at = UTC_TIMESTAMP(3)
         WHERE source = ? AND bill_day = ? AND report = ? AND status = 0 AND tries = ?
        """;

    private static final String SEEN =
            "SELECT source, bill_day, report, status, tries, next_try_time, detail FROM statement_fetch";
    private static final String FIND = SEEN + " WHERE source = ? AND bill_day = ? AND report = ?";
    private static final String OF_DAY = SEEN + " WHERE bill_day = ? ORDER BY source, report";

    private final Transactor transactor;

    MySqlFetchStore(Transactor transactor) {
        this.transactor = transactor;
    }

    private static Params about(Params params, Item item) throws SQLException {
        return params.add(Keys.column(item.source())).add(item.day().toString()).add(Keys.column(item.report()));
    }

    @Override
    public boolean want(Item item) {
        return transactor.run(
                "want statement",
                Transactor.Mode.EACH,
                session -> about(session.prepare(WANT), item).update() == 1);
    }

    @Override
    public void wantNow(Item item) {
        transactor.run(
                "want statement now",
                Transactor.Mode.EACH,
                session -> about(session.prepare(WANT_NOW), item).update());
    }

    @Override
    public Optional<Taken> take(List<String> sources, Duration lease) {
        if (sources.isEmpty()) {
            return Optional.empty();
        }
        return transactor.run("take statement", Transactor.Mode.WHOLE, session -> {
            for (List<byte[]> part : StatementAround.parts(sources)) {
                Params params = session.prepare(DUE.exactly(part.size()));
                for (byte[] source : part) {
                    params.add(source);
                }
                Optional<Taken> due = due(params);
                if (due.isPresent()) {
                    requireOne(about(
                                    session.prepare(TAKE).add(micros(lease)),
                                    due.get().item())
                            .add(due.get().tries() - 1)
                            .update());
                    return due;
                }
            }
            return Optional.empty();
        });
    }

    private static Optional<Taken> due(Params params) throws SQLException {
        try (ResultSet rows = params.query()) {
            return rows.next()
                    ? Optional.of(new Taken(item(rows), rows.getString(4), rows.getInt(5) + 1))
                    : Optional.empty();
        }
    }

    private static Item item(ResultSet row) throws SQLException {
        return new Item(DiscrepancyRows.text(row, 1), LocalDate.parse(row.getString(2)), DiscrepancyRows.text(row, 3));
    }

    private static void requireOne(int changed) {
        if (changed != 1) {
            throw new IllegalStateException(changed + " statements to fetch changed under their lock");
        }
    }

    @Override
    public boolean later(Taken taken, Duration delay, String going, String detail) {
        return transactor.run(
                "fetch later",
                Transactor.Mode.EACH,
                session -> about(
                                        session.prepare(LATER)
                                                .add(micros(delay))
                                                .add(going)
                                                .add(Texts.cut(detail, Texts.ERROR_MAX)),
                                        taken.item())
                                .add(taken.tries())
                                .update()
                        == 1);
    }

    @Override
    public boolean end(Taken taken, End end, String detail) {
        return transactor.run(
                "end fetch",
                Transactor.Mode.EACH,
                session -> about(
                                        session.prepare(END).add(end.code()).add(Texts.cut(detail, Texts.ERROR_MAX)),
                                        taken.item())
                                .add(taken.tries())
                                .update()
                        == 1);
    }

    @Override
    public Optional<Seen> find(Item item) {
        return transactor.run(
                "find fetch",
                Transactor.Mode.READ,
                session -> seen(about(session.prepare(FIND), item)).stream().findFirst());
    }

    @Override
    public List<Seen> ofDay(LocalDate day) {
        return transactor.run(
                "fetches of a day",
                Transactor.Mode.READ,
                session -> seen(session.prepare(OF_DAY).add(day.toString())));
    }

    private static List<Seen> seen(Params params) throws SQLException {
        List<Seen> found = new ArrayList<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                found.add(new Seen(
                        item(rows),
                        STATES[rows.getInt(4)],
                        rows.getInt(5),
                        Params.instant(rows, 6),
                        rows.getString(7)));
            }
        }
        return found;
    }

    private static long micros(Duration duration) {
        return duration.toMillis() * 1000;
    }
}
