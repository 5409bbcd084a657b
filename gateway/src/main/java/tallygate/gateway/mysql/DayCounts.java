package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tallygate.gateway.reconcile.DayFigures;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementFormat;
import tallygate.gateway.task.TaskIds;

/** Counts one day of an account. */
final class DayCounts {
    /** The clocks of providers and nodes differ. */
    private static final long MARGIN_MILLIS = 3_600_000;

    private static final int ID_SHIFT = 22;

    private DayCounts() {}

    /** The smallest id that a task of a movement at this time can have. */
    static long floor(Instant time) {
        long millis = time.toEpochMilli() - MARGIN_MILLIS - TaskIds.EPOCH_MILLIS;
        return Math.max(0, millis) << ID_SHIFT;
    }

    static DayFigures of(Session session, String source, LocalDate bill, StatementFormat.Day day) throws SQLException {
        return new DayFigures(
                ours(session, source, day),
                theirs(session, source, bill),
                shifted(session, source, bill, day),
                (int) number(session.prepare(CertificateSql.FILES)
                        .add(Keys.column(source))
                        .add(bill.toString())),
                number(session.prepare(CertificateSql.UNSETTLED).add(Keys.column(source))));
    }

    private static List<DayFigures.OurFigure> ours(Session session, String source, StatementFormat.Day day)
            throws SQLException {
        Params params = session.prepare(CertificateSql.OURS)
                .add(floor(day.from()))
                .add(Long.MAX_VALUE)
                .add(Keys.column(source))
                .add(day.from())
                .add(day.to());
        List<DayFigures.OurFigure> figures = new ArrayList<>();
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                String kind = rows.getString(2);
                figures.add(new DayFigures.OurFigure(
                        rows.getString(1),
                        kind == null ? "" : kind,
                        rows.getString(3),
                        rows.getString(4),
                        rows.getBoolean(5),
                        rows.getBoolean(6),
                        rows.getLong(7),
                        rows.getLong(8)));
            }
        }
        return figures;
    }

    private static List<DayFigures.TheirFigure> theirs(Session session, String source, LocalDate bill)
            throws SQLException {
        List<DayFigures.TheirFigure> figures = new ArrayList<>();
        Params params =
                session.prepare(CertificateSql.THEIRS).add(Keys.column(source)).add(bill.toString());
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                figures.add(new DayFigures.TheirFigure(
                        kind(rows.getInt(1)), rows.getString(2), rows.getString(3), rows.getLong(4), rows.getLong(5)));
            }
        }
        return figures;
    }

    private static List<DayFigures.Shifted> shifted(
            Session session, String source, LocalDate bill, StatementFormat.Day day) throws SQLException {
        List<DayFigures.Shifted> shifted = new ArrayList<>();
        shifted(
                session.prepare(CertificateSql.FROM_OTHER_DAYS)
                        .add(Keys.column(source))
                        .add(bill.toString())
                        .add(day.from())
                        .add(day.to()),
                1,
                shifted);
        shifted(
                session.prepare(CertificateSql.TO_OTHER_DAYS)
                        .add(floor(day.from()))
                        .add(Long.MAX_VALUE)
                        .add(Keys.column(source))
                        .add(day.from())
                        .add(day.to())
                        .add(bill.toString()),
                -1,
                shifted);
        return shifted;
    }

    private static void shifted(Params params, int sign, List<DayFigures.Shifted> to) throws SQLException {
        try (ResultSet rows = params.query()) {
            while (rows.next()) {
                to.add(new DayFigures.Shifted(kind(rows.getInt(1)), rows.getString(2), sign * rows.getLong(3)));
            }
        }
    }

    private static String kind(int code) {
        return RowKind.of(code).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static long number(Params params) throws SQLException {
        try (ResultSet rows = params.query()) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
