package tallygate.gateway.reconcile;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.TaskId;

/** What only other rows of the order, other accounts or the shop can tell of a payment. Its own amount is judged before. */
final class OrderJudge {
    private OrderJudge() {}

    /**
     * A second payment of one order, unless the shop told that it comes to as much. Captures of one payment are one payment.
     */
    static Optional<Verdict> twice(StatementRow row, RowJudge.Known known) {
        String first = known.around().firstPayment();
        if (first.isEmpty()
                || first.equals(payment(row))
                || known.around().parts().isUndone()) {
            return Optional.empty();
        }
        boolean isWanted = due(row, known)
                .filter(due -> known.around().parts().orderMinor() <= due.amountMinor())
                .isPresent();
        return isWanted ? Optional.empty() : Optional.of(new Verdict.PaidTwice(first));
    }

    /** By what name the parts of one payment are known together. */
    private static String payment(StatementRow row) {
        return row.ids().original().isEmpty()
                ? row.ids().transaction()
                : row.ids().original();
    }

    /** Over which account it was paid before, how the shop's order stands, and whether the order is paid in full. */
    static Optional<Verdict> beyond(StatementRow row, RowJudge.Known known, Optional<TaskId> ours, Instant now) {
        OrderStore.Elsewhere other = known.elsewhere().get(row.ids().order());
        OptionalLong id = ours.map(task -> OptionalLong.of(task.value())).orElse(OptionalLong.empty());
        if (other != null && other.isBefore(id)) {
            return Optional.of(
                    new Verdict.PaidElsewhere(ours, "account " + other.source() + " by " + other.transaction()));
        }
        ShopOrder order = known.orders().get(row.ids().order());
        if (order == null) {
            return Optional.empty();
        }
        return switch (order.state()) {
            case CLOSED ->
                order.closedAt().isEmpty()
                                || !row.occurredAt().isBefore(order.closedAt().get())
                        ? Optional.of(new Verdict.PaidAfterClose(ours))
                        : Optional.empty();
            case FAILED -> Optional.of(new Verdict.OrderFailed(ours));
            case OPEN -> parts(row, known, ours, now).or(() -> ours.map(Verdict.EffectMissing::new));
            case PAID -> parts(row, known, ours, now);
        };
    }

    /** Of an order that comes to more than was paid; of one row alone, also when that is too much. */
    private static Optional<Verdict> parts(StatementRow row, RowJudge.Known known, Optional<TaskId> ours, Instant now) {
        Optional<ShopOrder.Due> due = due(row, known);
        if (due.isEmpty()) {
            return Optional.empty();
        }
        long wanted = due.get().amountMinor();
        long paid = known.around().parts().orderMinor();
        if (paid == wanted) {
            return Optional.empty();
        }
        if (paid < wanted && !due.get().isOver(now)) {
            return Optional.of(new Verdict.SplitIncomplete(ours, wanted, paid));
        }
        return ours.map(
                task -> paid < wanted ? new Verdict.AmountShort(task, wanted) : new Verdict.AmountOver(task, wanted));
    }

    /** Whether the shop said that more may come. */
    static boolean mayGrow(StatementRow row, RowJudge.Known known, Instant now) {
        return due(row, known).filter(due -> !due.isOver(now)).isPresent();
    }

    /** Only in the row's currency: another one is no sum. */
    private static Optional<ShopOrder.Due> due(StatementRow row, RowJudge.Known known) {
        return Optional.ofNullable(known.orders().get(row.ids().order()))
                .flatMap(ShopOrder::due)
                .filter(due -> due.currency().equals(row.currency()));
    }
}
