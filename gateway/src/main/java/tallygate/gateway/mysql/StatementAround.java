package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import tallygate.gateway.reconcile.Around;
import tallygate.gateway.reconcile.Theirs;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementRow;

/** What statements say around rows: other amounts of the same movement, other payments of the same order, sums of refunds. */
final class StatementAround {
    private final Session session;
    private final byte[] source;
    /** By kind and transaction: amounts that stand there. */
    private final Map<String, Set<Long>> amounts = new HashMap<>();
    /** By order: the first payment's transaction. */
    private final Map<String, First> firsts = new HashMap<>();
    /** By payment: what was refunded. */
    private final Map<String, Long> refunded = new HashMap<>();

    /** By payment: what was not captured of it. */
    private final Map<String, Long> notCaptured = new HashMap<>();
    /** By payment: what its captures come to. */
    private final Map<String, Long> captured = new HashMap<>();
    /** By order and currency: what its payments come to. */
    private final Map<String, Long> ordered = new HashMap<>();
    /** Payments that were undone. */
    private final Set<String> undone = new HashSet<>();

    private record First(String payment, String at) {}

    private StatementAround(Session session, String source) {
        this.session = session;
        this.source = Keys.column(source);
    }

    static List<Around> of(Session session, String source, List<Theirs> rows) throws SQLException {
        StatementAround all = new StatementAround(session, source);
        all.load(rows);
        List<Around> around = new ArrayList<>(rows.size());
        for (Theirs theirs : rows) {
            around.add(all.around(theirs.row()));
        }
        return around;
    }

    private void load(List<Theirs> rows) throws SQLException {
        Set<String> movements = new HashSet<>();
        Set<String> orders = new HashSet<>();
        Set<String> payments = new HashSet<>();
        for (Theirs theirs : rows) {
            StatementRow row = theirs.row();
            movements.add(row.ids().transaction());
            if (row.kind() == RowKind.PAY && !row.ids().order().isEmpty()) {
                orders.add(row.ids().order());
            }
            if (row.kind() == RowKind.PAY && !row.ids().original().isEmpty()) {
                payments.add(row.ids().original());
            }
            if (row.kind() == RowKind.REFUND && !row.ids().original().isEmpty()) {
                movements.add(row.ids().original());
                payments.add(row.ids().original());
            }
        }
        each(
                StatementSql.SAME_MOVEMENT,
                movements,
                row -> amounts.computeIfAbsent(row.getInt(2) + ":" + DiscrepancyRows.text(row, 1), _ -> new HashSet<>())
                        .add(row.getLong(3)));
        each(StatementSql.PAYMENTS, orders, this::payment);
        each(StatementSql.CAPTURED, payments, row -> captured.put(DiscrepancyRows.text(row, 1), row.getLong(2)));
        each(StatementSql.UNDONE, movements, row -> undone.add(DiscrepancyRows.text(row, 1)));
        each(
                StatementSql.NOT_CAPTURED,
                movements,
                row -> notCaptured.put(DiscrepancyRows.text(row, 1), row.getLong(2)));
        each(StatementSql.REFUNDED, payments, row -> refunded.put(DiscrepancyRows.text(row, 1), row.getLong(2)));
    }

    private void payment(ResultSet row) throws SQLException {
        String order = DiscrepancyRows.text(row, 1);
        String original = DiscrepancyRows.text(row, 3);
        String name = original.isEmpty() ? DiscrepancyRows.text(row, 2) : original;
        firsts.merge(order, new First(name, row.getString(4)), StatementAround::earlier);
        ordered.merge(order + "\n" + row.getString(6), row.getLong(5), Long::sum);
    }

    private static First earlier(First one, First other) {
        int byTime = one.at().compareTo(other.at());
        return byTime < 0 || byTime == 0 && one.payment().compareTo(other.payment()) <= 0 ? one : other;
    }

    private Around around(StatementRow row) {
        long gross = row.grossMinor();
        OptionalLong other = amounts
                .getOrDefault(row.kind().code() + ":" + row.ids().transaction(), Set.of())
                .stream()
                .mapToLong(Long::longValue)
                .filter(amount -> amount != gross)
                .findFirst();
        First first = firsts.get(row.ids().order());
        return new Around(
                other,
                first == null ? "" : first.payment(),
                row.kind() == RowKind.REFUND ? paid(row.ids().original()) : OptionalLong.empty(),
                refunded.getOrDefault(row.ids().original(), 0L),
                row.kind() == RowKind.PAY ? parts(row) : Around.Parts.NONE);
    }

    /** In one row, or in several where it was captured in parts. */
    private OptionalLong paid(String payment) {
        if (captured.containsKey(payment)) {
            return OptionalLong.of(captured.get(payment));
        }
        return amounts.getOrDefault(RowKind.PAY.code() + ":" + payment, Set.of()).stream()
                .mapToLong(Long::longValue)
                .max();
    }

    private Around.Parts parts(StatementRow row) {
        return new Around.Parts(
                notCaptured.getOrDefault(row.ids().transaction(), 0L),
                captured.getOrDefault(row.ids().original(), 0L),
                ordered.getOrDefault(row.ids().order() + "\n" + row.currency(), 0L),
                undone.contains(row.ids().transaction()));
    }

    /** Takes one found row. */
    private interface Taker {
        void take(ResultSet row) throws SQLException;
    }

    private void each(Shapes shapes, Collection<String> keys, Taker taker) throws SQLException {
        for (List<byte[]> part : parts(keys)) {
            Params params = session.prepare(shapes.exactly(part.size())).add(source);
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

    /** Keys as bytes in lists of the sizes that {@link Shapes} has, padded by repeating the last. */
    static List<List<byte[]>> parts(Collection<String> keys) {
        List<List<byte[]>> parts = new ArrayList<>();
        Iterator<String> rest = keys.iterator();
        while (rest.hasNext()) {
            List<byte[]> part = new ArrayList<>();
            while (rest.hasNext() && part.size() < Shapes.MAX) {
                part.add(Keys.column(rest.next()));
            }
            int size = Shapes.up(part.size());
            while (part.size() < size) {
                part.add(part.getLast());
            }
            parts.add(part);
        }
        return parts;
    }
}
