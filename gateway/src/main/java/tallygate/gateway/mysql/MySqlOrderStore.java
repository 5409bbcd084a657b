package tallygate.gateway.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.reconcile.OrderStore;
import tallygate.gateway.reconcile.ShopOrder;

/** Orders as the shop tells of them, and payments over several accounts. */
final class MySqlOrderStore implements OrderStore {
    private static final String TELL = """
        INSERT INTO told_order (order_no, status, closed_at, amount_minor, currency, pay_until)
        VALUES (?, ?, CAST(? AS DATETIME(3)), ?, ?, CAST(? AS DATETIME(3)))
            ON DUPLICATE KEY UPDATE status = VALUES(status), closed_at = VALUES(closed_at),
                                    amount_minor = VALUES(amount_minor), currency = VALUES(currency),
                                    pay_until = VALUES(pay_until), told_at = UTC_TIMESTAMP(3)
        """;

    private static final Shapes TOLD = Shapes.of("""
        SELECT order_no, status, closed_at, amount_minor, currency, pay_until
          FROM told_order
         WHERE order_no IN ((…))
        """, "?");

    private static final Shapes ELSEWHERE = Shapes.of("""
        SELECT biz_id, source, provider_txn_id, id
          FROM async_task
         WHERE source <> ? AND status = 2 AND effect_key IS NOT NULL AND biz_id IN ((…))
           AND (LOCATE(CONCAT(source, ':paid:'), effect_key) = 1 OR LOCATE(CONCAT(source, ':captured:'), effect_key) = 1)
         ORDER BY id DESC
        """, "?");

    private final Transactor transactor;

    MySqlOrderStore(Transactor transactor) {
        this.transactor = transactor;
    }

    @Override
    public void tell(String order, ShopOrder told) {
        transactor.run(
                "tell order",
                Transactor.Mode.EACH,
                session -> session.prepare(TELL)
                        .add(Keys.column(order))
                        .add(told.state().code())
                        .addOrNull(told.closedAt().map(Params::text).orElse(null))
                        .add(told.due()
                                .map(due -> OptionalLong.of(due.amountMinor()))
                                .orElse(OptionalLong.empty()))
                        .add(told.due().map(ShopOrder.Due::currency).orElse(""))
                        .addOrNull(told.due()
                                .flatMap(ShopOrder.Due::until)
                                .map(Params::text)
                                .orElse(null))
                        .update());
    }

    @Override
    public Map<String, ShopOrder> told(Collection<String> orders) {
        return transactor.run("orders told", Transactor.Mode.READ, session -> {
            Map<String, ShopOrder> found = new HashMap<>();
            for (List<byte[]> part : StatementAround.parts(orders)) {
                Params params = session.prepare(TOLD.exactly(part.size()));
                for (byte[] order : part) {
                    params.add(order);
                }
                try (ResultSet rows = params.query()) {
                    while (rows.next()) {
                        found.put(
                                DiscrepancyRows.text(rows, 1),
                                new ShopOrder(ShopOrder.State.values()[rows.getInt(2)], instant(rows, 3), due(rows)));
                    }
                }
            }
            return found;
        });
    }

    private static Optional<ShopOrder.Due> due(ResultSet row) throws SQLException {
        long amount = row.getLong(4);
        return amount < 1
                ? Optional.empty()
                : Optional.of(new ShopOrder.Due(amount, row.getString(5), instant(row, 6)));
    }

    private static Optional<Instant> instant(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, LocalDateTime.class)).map(at -> at.toInstant(ZoneOffset.UTC));
    }

    @Override
    public Map<String, Elsewhere> elsewhere(String source, Collection<String> orders) {
        return transactor.run("orders paid elsewhere", Transactor.Mode.READ, session -> {
            Map<String, Elsewhere> found = new HashMap<>();
            for (List<byte[]> part : StatementAround.parts(orders)) {
                Params params = session.prepare(ELSEWHERE.exactly(part.size())).add(Keys.column(source));
                for (byte[] order : part) {
                    params.add(order);
                }
                try (ResultSet rows = params.query()) {
                    while (rows.next()) {
                        // Newest first, so that the first payment is what stays.
                        found.put(
                                DiscrepancyRows.text(rows, 1),
                                new Elsewhere(
                                        DiscrepancyRows.text(rows, 2), DiscrepancyRows.text(rows, 3), rows.getLong(4)));
                    }
                }
            }
            return found;
        });
    }
}
