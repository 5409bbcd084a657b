package tallygate.gateway.reconcile;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tallygate.gateway.reconcile.statement.RefundState;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.TaskId;

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
     * @param orders what the shop told of orders, by number
     * @param elsewhere payments over other accounts, by order number
     */
    record Known(
            Map<String, Ours> byEffect,
            Map<String, List<Ours>> byOrder,
            Around around,
            Map<String, ShopOrder> orders,
            Map<String, OrderStore.Elsewhere> elsewhere) {
        /** Nothing beyond the account is known. */
        Known(Map<String, Ours> byEffect, Map<String, List<Ours>> byOrder, Around around) {
            this(byEffect, byOrder, around, Map.of(), Map.of());
        }
    }

    private final String orderPrefix;
    private final Optional<AgreedFee> fees;
    private final Instant from;
    private final Instant now;

    /**
     * @param orderPrefix what our order numbers begin with; empty: all are ours
     * @param fees what was agreed on; empty: fees are not judged
     * @param from where the bill day begins; rows before it were booked late
     * @param now by the clock in force: what was to come until then is late
     */
    RowJudge(String orderPrefix, Optional<AgreedFee> fees, Instant from, Instant now) {
        this.orderPrefix = orderPrefix;
        this.fees = fees;
        this.from = from;
        this.now = now;
    }

    Verdict judge(StatementRow row, Known known) {
        return switch (row.kind()) {
            case PAY -> payment(row, known);
            case REFUND -> refund(row, known);
            case REVERSED -> reversed(row, known);
            case CHARGEBACK ->
                task(row, known)
                        .map(ours -> compare(row, ours, row.grossMinor()))
                        .orElseGet(Verdict.DisputeUnknown::new);
            case CHARGEBACK_REVERSED, FEE, PAYOUT, OTHER, NOT_CAPTURED -> new Verdict.Noted();
            case TEST -> new Verdict.Environment();
        };
    }

    private Verdict payment(StatementRow row, Known known) {
        if (known.around().otherAmount().isPresent()) {
            return contradiction(known.around());
        }
        Optional<Ours> ours = task(row, known);
        if (ours.isEmpty() && known.around().parts().isUndone()) {
            return new Verdict.Reversed();
        }
        Optional<Verdict> twice = OrderJudge.twice(row, known);
        if (twice.isPresent()) {
            return twice.get();
        }
        Optional<Verdict> beyond = OrderJudge.beyond(row, known, ours.map(Ours::id), now);
        if (ours.isPresent()) {
            Verdict compared = captured(row, known, ours.get());
            return compared instanceof Verdict.Matched(TaskId task)
                    ? beyond.orElseGet(() -> matched(row, known, task))
                    : compared;
        }
        return isOurs(row) ? beyond.orElseGet(Verdict.CallbackMissing::new) : new Verdict.Foreign();
    }

    /** An authorisation may be captured in parts: they count together, and the rest may come yet. */
    private Verdict captured(StatementRow row, Known known, Ours ours) {
        Around.Parts parts = known.around().parts();
        boolean isPart = ours.effect().startsWith("authorised:") && parts.capturedMinor() > row.grossMinor();
        long theirs = isPart ? parts.capturedMinor() : row.grossMinor() - parts.notCapturedMinor();
        Verdict compared = compare(row, ours, theirs);
        return compared instanceof Verdict.AmountShort
                        && ours.effect().startsWith("authorised:")
                        && OrderJudge.mayGrow(row, known, now)
                ? new Verdict.SplitIncomplete(
                        Optional.of(ours.id()), ours.amountMinor().orElse(0), theirs)
                : compared;
    }

    private static Verdict contradiction(Around around) {
        return new Verdict.Contradiction("another statement has the same movement with "
                + around.otherAmount().orElse(0) + " minor units");
    }

    private Verdict matched(StatementRow row, Known known, TaskId task) {
        if (fees.isEmpty()) {
            return matched(row, task);
        }
        if (row.fee().amount().isEmpty()) {
            return new Verdict.FeeUnknown(task);
        }
        BigDecimal charged = row.fee().amount().get();
        long gross = row.grossMinor() - known.around().parts().notCapturedMinor();
        boolean isMet =
                !row.fee().currency().equals(row.currency()) || fees.get().isMet(charged, gross, row.currency());
        return isMet
                ? matched(row, task)
                : new Verdict.FeeMismatch(
                        task,
                        charged.toPlainString(),
                        fees.get()
                                .of(gross, row.currency())
                                .map(BigDecimal::toPlainString)
                                .orElse(""));
    }

    /** Batches settle days later always; elsewhere a row of an earlier day is one that the provider booked late. */
    private Verdict matched(StatementRow row, TaskId task) {
        return row.occurredAt().isBefore(from) ? new Verdict.LateBooked(task) : new Verdict.Matched(task);
    }

    private Verdict refund(StatementRow row, Known known) {
        Around around = known.around();
        if (around.otherAmount().isPresent()) {
            return contradiction(around);
        }
        if (around.paidMinor().isPresent()
                && around.refundedMinor() > around.paidMinor().getAsLong()) {
            return new Verdict.RefundedTooMuch(around.paidMinor().getAsLong(), around.refundedMinor());
        }
        Optional<Ours> ours = task(row, known);
        if (ours.isPresent()) {
            Verdict compared = compare(row, ours.get(), row.grossMinor());
            return compared instanceof Verdict.Matched(TaskId task) ? done(row, task) : compared;
        }
        if (!isOurs(row)) {
            return new Verdict.Foreign();
        }
        switch (RefundState.of(row.status())) {
            case UNDER_WAY -> {
                return new Verdict.RefundUnderWay(row.status());
            }
            case CLOSED -> {
                return new Verdict.Reversed();
            }
            case FAILED -> {
                return new Verdict.RefundFailed(row.status());
            }
            case MADE -> {
                // Judged below, as a movement of money.
            }
        }
        boolean isPaymentKnown =
                around.paidMinor().isPresent() || original(row, known).isPresent();
        return isPaymentKnown ? new Verdict.RefundUnknown() : new Verdict.RefundWithoutPayment();
    }

    /** Done here: what the row says of its state was true when it was written. */
    private Verdict done(StatementRow row, TaskId task) {
        return switch (RefundState.of(row.status())) {
            case MADE -> matched(row, task);
            case UNDER_WAY -> new Verdict.RefundSnapshot(task, row.status());
            case CLOSED, FAILED -> new Verdict.StatusOver(task);
        };
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
        // The last is the narrowest: a capture before the authorisation it is part of.
        for (String effect : row.ids().effects().reversed()) {
            Ours ours = known.byEffect().get(effect);
            if (ours != null) {
                return Optional.of(ours);
            }
        }
        return known.byOrder().getOrDefault(row.ids().order(), List.of()).stream()
                .filter(ours -> ours.transaction().equals(row.ids().transaction()))
                .findFirst();
    }

    private static Verdict compare(StatementRow row, Ours ours, long theirs) {
        if (ours.amountMinor().isEmpty() || ours.currency().isEmpty()) {
            return state(ours);
        }
        long minor = ours.amountMinor().getAsLong();
        if (!ours.currency().equals(row.currency()) || isOtherUnit(minor, theirs)) {
            return new Verdict.CurrencyOrUnit(ours.id(), ours.amountMinor(), ours.currency());
        }
        if (theirs < minor) {
            return new Verdict.AmountShort(ours.id(), minor);
        }
        if (theirs > minor) {
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
