package tallygate.gateway.admin.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tallygate.gateway.admin.web.Call;
import tallygate.gateway.admin.web.ProblemException;
import tallygate.gateway.admin.web.Reply;
import tallygate.gateway.admin.web.Route;
import tallygate.gateway.identity.Permission;
import tallygate.gateway.reconcile.OrderStore;
import tallygate.gateway.reconcile.ShopOrder;

/** What the shop tells of its orders: payments are held against it. */
public final class OrdersApi {
    private final OrderStore orders;

    public OrdersApi(OrderStore orders) {
        this.orders = orders;
    }

    /**
     * What the shop tells of one of its orders.
     *
     * @param status open, paid, closed or failed
     * @param closedAt by the shop's clock, as 2026-03-01T10:00:00Z; for closed ones
     * @param amountMinor what all its payments come to, in minor units; with currency
     * @param payUntil until then more payments may come; for orders that are paid in parts
     */
    public record OrderTold(
            String orderId,
            String status,
            Optional<String> closedAt,
            Optional<Long> amountMinor,
            Optional<String> currency,
            Optional<String> payUntil) {}

    public List<Route> routes() {
        return List.of(Route.post(
                        "/api/v1/orders",
                        Permission.OPERATE,
                        "How an order stands in the shop: payments are held against it",
                        this::told)
                .body(OrderTold.class));
    }

    private Reply told(Call call) {
        OrderTold told = call.body(OrderTold.class);
        String order = Optional.ofNullable(told.orderId()).orElse("");
        if (order.isBlank()) {
            throw ProblemException.bad("orderId", "is missing");
        }
        try {
            ShopOrder.State state = ShopOrder.State.valueOf(
                    Optional.ofNullable(told.status()).orElse("").toUpperCase(Locale.ROOT));
            orders.tell(order, new ShopOrder(state, told.closedAt().map(Instant::parse), due(told)));
            return Reply.none();
        } catch (DateTimeException e) {
            throw ProblemException.bad("closedAt, payUntil", "is an instant such as 2026-03-01T10:00:00Z");
        } catch (IllegalArgumentException e) {
            throw ProblemException.bad("status", "is open, paid, closed or failed");
        }
    }

    private static Optional<ShopOrder.Due> due(OrderTold told) {
        Optional<Instant> until = told.payUntil().map(Instant::parse);
        if (told.amountMinor().isEmpty() && told.currency().isEmpty() && until.isEmpty()) {
            return Optional.empty();
        }
        String currency = told.currency().orElse("");
        long amount = told.amountMinor().orElse(0L);
        if (amount < 1 || !currency.matches("[A-Z]{3}")) {
            throw ProblemException.bad(
                    "amountMinor", "is at least 1 and stands with a currency such as CNY, or neither is told");
        }
        return Optional.of(new ShopOrder.Due(amount, currency, until));
    }
}
