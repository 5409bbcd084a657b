package tallygate.gateway.reconcile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementRow;

/**
 * Judges rows of a statement, in a fixed order: contradictions, then currency and amount, and only then states. An order is
 * never taken for paid on a wrong amount. Touches nothing.
 */
final class RowJudge {
    /**
     * What is known around one row.
     *
     * @param byEffect tasks of the account by their effect key without the account
     * @param byOrder tasks of the account by order number, of payments and refunds
     * @param around what statements say of the same transaction, order and payment
     */
    record Known(Map<String, Ours> byEffect, Map<String, List<Ours>> byOrder, Around around) {}

    private final String orderPrefix;

    /** @param orderPrefix what our order numbers begin with; empty: all are ours */
    RowJudge(String orderPrefix) {
        this.orderPrefix = orderPrefix;
    }

    Verdict judge(StatementRow row, Known known) {
        return switch (row.kind()) {
            case PAY -> payment(row, known);
            case REFUND -> refund(row, known);
            case REVERSED -> reversed(row, known);
            case CHARGEBACK -> task(row, known).map(ours -> compare(row, ours)).orElseGet(Verdict.DisputeUnknown::new);
            case CHARGEBACK_REVERSED, FEE, PAYOUT, OTHER -> new Verdict.Noted();
        };
    }

    private Verdict payment(StatementRow row, Known known) {
        if (known.around().otherAmount().isPresent()) {
            return new Verdict.Contradiction(known.around().otherAmount().getAsLong());
        }
        Optional<Ours> ours = task(row, known);
        String first = known.around().firstPayment();
        if (!first.isEmpty() && !first.equals(row.ids().transaction())) {
            return new Verdict.PaidTwice(first);
        }
        if (ours.isPresent()) {
            return compare(row, ours.get());
        }
        return isOurs(row) ? new Verdict.CallbackMissing() : new Verdict.Foreign();
    }

    private Verdict refund(StatementRow row, Known known) {
        Around around = known.around();
        if (around.otherAmount().isPresent()) {
            return new Verdict.Contradiction(around.otherAmount().getAsLong());
        }
        if (around.paidMinor().isPresent()
                && around.refundedMinor() > around.paidMinor().getAsLong()) {
            return new Verdict.RefundedTooMuch(around.paidMinor().getAsLong(), around.refundedMinor());
        }
        Optional<Ours> ours = task(row, known);
        if (ours.isPresent()) {
            return compare(row, ours.get());
        }
        if (!isOurs(row)) {
            return new Verdict.Foreign();
        }
        boolean isPaymentKnown =
                around.paidMinor().isPresent() || original(row, known).isPresent();
        return isPaymentKnown ? new Verdict.RefundUnknown() : new Verdict.RefundWithoutPayment();
    }

    private static Verdict reversed(StatementRow row, Known known) {
        Optional<Ours> payment = original(row, known);
        return payment.filter(ours -> ours.status() == tallygate.gateway.task.TaskStatus.SUCCESS)
                .<Verdict>map(ours -> new Verdict.StatusOver(ours.id()))
                .orElseGet(Verdict.Reversed::new);
    }

    /** The payment that a refund or a reversal belongs to. */
    private static Optional<Ours> original(StatementRow row, Known known) {
        for (String kind : new String[] {"paid:", "captured:", "authorised:"}) {
            Ours ours = known.byEffect().get(kind + row.ids().original());
            if (ours != null) {
                return Optional.of(ours);
            }
        }
        return known.byOrder().getOrDefault(row.ids().order(), List.of()).stream()
                .filter(ours -> !ours.effect().startsWith("refunded:"))
                .findFirst();
    }

    /**
     * The task of the same movement: by effect key; or, where the callback claimed none, by order number and transaction. An
     * order number alone is no match: it may have been paid twice.
     */
    static Optional<Ours> task(StatementRow row, Known known) {
        for (String effect : row.ids().effects()) {
            Ours ours = known.byEffect().get(effect);
            if (ours != null) {
                return Optional.of(ours);
            }
        }
        return known.byOrder().getOrDefault(row.ids().order(), List.of()).stream()
                .filter(ours -> ours.transaction().equals(row.ids().transaction()))
                .findFirst();
    }

    private static Verdict compare(StatementRow row, Ours ours) {
        if (ours.amountMinor().isEmpty() || ours.currency().isEmpty()) {
            return state(ours);
        }
        long minor = ours.amountMinor().getAsLong();
        if (!ours.currency().equals(row.currency()) || isOtherUnit(minor, row.grossMinor())) {
            return new Verdict.CurrencyOrUnit(ours.id(), ours.amountMinor(), ours.currency());
        }
        if (row.grossMinor() < minor) {
            return new Verdict.AmountShort(ours.id(), minor);
        }
        if (row.grossMinor() > minor) {
            return new Verdict.AmountOver(ours.id(), minor);
        }
        return state(ours);
    }

    private static Verdict state(Ours ours) {
        return switch (ours.status()) {
            case SUCCESS, COMPENSATED -> new Verdict.Matched(ours.id());
            case FAILED -> new Verdict.TaskFailed(ours.id());
            case PENDING, PROCESSING -> new Verdict.TaskOpen(ours.id());
        };
    }

    /** Ten, a hundred … times as much to the digit. */
    private static boolean isOtherUnit(long one, long other) {
        long more = Math.max(one, other);
        long less = Math.min(one, other);
        if (less <= 0 || more == less || more % less != 0) {
            return false;
        }
        long ratio = more / less;
        while (ratio % 10 == 0) {
            ratio /= 10;
        }
        return ratio == 1;
    }

    private boolean isOurs(StatementRow row) {
        return orderPrefix.isEmpty() || row.ids().order().startsWith(orderPrefix);
    }

    /** True when one of our tasks with this effect should be in statements at some time. */
    static boolean isBooked(String effect) {
        return effect.startsWith("paid:") || effect.startsWith("captured:") || effect.startsWith("refunded:");
    }

    /** The kind that a recovered task has. */
    static String bizType(RowKind kind) {
        return kind == RowKind.REFUND ? "refund" : "payment";
    }
}
