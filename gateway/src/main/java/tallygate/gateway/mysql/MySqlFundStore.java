package tallygate.gateway.mysql;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.reconcile.FundStore;
import tallygate.gateway.reconcile.StatementStore.StoredFile;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementRow;

/** Payouts and movements of balances in their tables. */
final class MySqlFundStore implements FundStore {
    private final Transactor transactor;

    MySqlFundStore(Transactor transactor) {
        this.transactor = transactor;
    }

    static void bind(Params to, StoredFile file, String source, StatementRow row) throws SQLException {
        to.add(file.id())
                .add(row.line())
                .add(Keys.column(source))
                .add(file.day().toString())
                .add(Keys.column(row.ids().transaction()))
                .add(Keys.column(row.ids().original()))
                .add(Keys.column(row.ids().order()))
                .add(row.kind().code())
                .add(row.settlement().net().orElse(BigDecimal.ZERO).signum() < 0 ? -row.grossMinor() : row.grossMinor())
                .add(row.settlement().balanceMinor().orElse(0))
                .add(row.currency())
                .add(row.occurredAt());
    }

    @Override
    public List<PaidOut> payoutGaps(String source, LocalDate day) {
        return transactor.run("payouts of a day", Transactor.Mode.READ, session -> {
            List<PaidOut> found = new ArrayList<>();
            try (ResultSet rows = session.prepare(FundSql.PAYOUT_GAPS)
                    .add(Keys.column(source))
                    .add(day.toString())
                    .query()) {
                while (rows.next()) {
                    BigDecimal rest = rows.getBigDecimal(3);
                    if (rest != null && rest.signum() != 0 && rows.getLong(6) == 0) {
                        found.add(new PaidOut(
                                DiscrepancyRows.text(rows, 1),
                                rows.getString(2),
                                rest,
                                rows.getLong(4),
                                rows.getLong(5)));
                    }
                }
            }
            return found;
        });
    }

    @Override
    public List<Movement> movements(String source, LocalDate day, long afterFile, long afterLine, int limit) {
        return transactor.run("movements of a day", Transactor.Mode.READ, session -> {
            List<Movement> found = new ArrayList<>();
            try (ResultSet rows = session.prepare(FundSql.ROWS)
                    .add(Keys.column(source))
                    .add(day.toString())
                    .add(afterFile)
                    .add(afterFile)
                    .add(afterLine)
                    .add(limit)
                    .query()) {
                while (rows.next()) {
                    found.add(new Movement(
                            rows.getLong(1),
                            rows.getLong(2),
                            RowKind.of(rows.getInt(3)),
                            DiscrepancyRows.text(rows, 4),
                            DiscrepancyRows.text(rows, 5),
                            rows.getLong(6),
                            rows.getLong(7),
                            rows.getString(8),
                            Params.instant(rows, 9)));
                }
            }
            return found;
        });
    }

    @Override
    public OptionalLong lastBalance(String source, LocalDate day) {
        return transactor.run("balance of a day", Transactor.Mode.READ, session -> {
            try (ResultSet rows = session.prepare(FundSql.LAST_BALANCE)
                    .add(Keys.column(source))
                    .add(day.toString())
                    .query()) {
                return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
            }
        });
    }

    @Override
    public Map<String, Map<RowKind, Moved>> moved(String source, Collection<String> businesses) {
        return transactor.run("movements of payments", Transactor.Mode.READ, session -> {
            Map<String, Map<RowKind, Moved>> found = new HashMap<>();
            each(
                    session,
                    FundSql.MOVED,
                    source,
                    businesses,
                    row -> kinds(found, row).put(RowKind.of(row.getInt(2)), new Moved(row.getLong(3), row.getLong(4))));
            return found;
        });
    }

    @Override
    public Map<String, Map<RowKind, Booked>> booked(
            String source, Collection<String> businesses, boolean refundsByPayment) {
        return transactor.run("rows of payments", Transactor.Mode.READ, session -> {
            Map<String, Map<RowKind, Booked>> found = new HashMap<>();
            each(session, FundSql.BOOKED_BY_TRANSACTION, source, businesses, row -> book(found, row));
            if (refundsByPayment) {
                each(session, FundSql.BOOKED_BY_PAYMENT, source, businesses, row -> book(found, row));
            }
            return found;
        });
    }

    /** A sum counts only when every row says its part. */
    private static void book(Map<String, Map<RowKind, Booked>> found, ResultSet row) throws SQLException {
        long rows = row.getLong(5);
        boolean isNetWhole = row.getLong(6) == rows;
        boolean isFeeWhole = row.getLong(7) == rows;
        kinds(found, row)
                .put(
                        RowKind.of(row.getInt(2)),
                        new Booked(
                                Optional.ofNullable(row.getBigDecimal(3)).filter(_ -> isNetWhole),
                                Optional.ofNullable(row.getBigDecimal(4)).filter(_ -> isFeeWhole),
                                rows,
                                row.getString(8)));
    }

    private static <T> Map<RowKind, T> kinds(Map<String, Map<RowKind, T>> found, ResultSet row) throws SQLException {
        return found.computeIfAbsent(DiscrepancyRows.text(row, 1), _ -> new EnumMap<>(RowKind.class));
    }

    /** Takes one found row. */
    private interface Taker {
        void take(ResultSet row) throws SQLException;
    }

    private static void each(Session session, Shapes shapes, String source, Collection<String> keys, Taker taker)
            throws SQLException {
        for (List<byte[]> part : StatementAround.parts(keys)) {
            Params params = session.prepare(shapes.exactly(part.size())).add(Keys.column(source));
            for (byte[] key : part) {
                params.add(key);
            }
            try (ResultSet rows = params.query()) {
                while (rows.next()) {
                    taker.take(rows);
                }
            }
        }
    }
}
