package tallygate.gateway.reconcile;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tallygate.gateway.task.TaskId;

/** What verdicts carry, read apart. */
final class Verdicts {
    /** The words under which reconciliation opens discrepancies, and so may settle them. */
    static final Set<String> WORDS = Set.of(
            "callback-missing",
            "task-failed",
            "amount-short",
            "amount-over",
            "currency-or-unit",
            "paid-twice",
            "paid-elsewhere",
            "paid-after-close",
            "effect-missing",
            "order-failed",
            "refund-unknown",
            "refund-without-payment",
            "refund-under-way",
            "refund-failed",
            "refunded-too-much",
            "status-over",
            "dispute-unknown",
            "contradiction",
            "payout-gap",
            "bank-miss",
            "refund-miss",
            Questioner.UNKNOWN);

    private Verdicts() {}

    static Optional<TaskId> task(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Matched matched -> Optional.of(matched.task());
            case Verdict.Recovered recovered -> Optional.of(recovered.task());
            case Verdict.TaskFailed failed -> Optional.of(failed.task());
            case Verdict.TaskOpen open -> Optional.of(open.task());
            case Verdict.AmountShort differs -> Optional.of(differs.task());
            case Verdict.AmountOver differs -> Optional.of(differs.task());
            case Verdict.CurrencyOrUnit differs -> Optional.of(differs.task());
            case Verdict.StatusOver over -> Optional.of(over.task());
            case Verdict.PaidElsewhere elsewhere -> elsewhere.task();
            case Verdict.PaidAfterClose late -> late.task();
            case Verdict.EffectMissing missing -> Optional.of(missing.task());
            case Verdict.OrderFailed failed -> failed.task();
            case Verdict.FeeMismatch fee -> Optional.of(fee.task());
            case Verdict.FeeUnknown fee -> Optional.of(fee.task());
            case Verdict.RefundSnapshot snapshot -> Optional.of(snapshot.task());
            case Verdict.LateBooked late -> Optional.of(late.task());
            case Verdict.SplitIncomplete split -> split.task();
            case Verdict.CallbackMissing _,
                    Verdict.PaidTwice _,
                    Verdict.Foreign _,
                    Verdict.RefundUnknown _,
                    Verdict.RefundWithoutPayment _,
                    Verdict.RefundUnderWay _,
                    Verdict.RefundFailed _,
                    Verdict.RefundedTooMuch _,
                    Verdict.Reversed _,
                    Verdict.DisputeUnknown _,
                    Verdict.Contradiction _,
                    Verdict.Environment _,
                    Verdict.PayoutGap _,
                    Verdict.Noted _,
                    Verdict.InPool _,
                    Verdict.RefundMiss _,
                    Verdict.BankMiss _ -> Optional.empty();
        };
    }

    /** What we have, where the verdict is about an amount. */
    static OptionalLong oursMinor(Verdict verdict) {
        return switch (verdict) {
            case Verdict.AmountShort differs -> OptionalLong.of(differs.oursMinor());
            case Verdict.AmountOver differs -> OptionalLong.of(differs.oursMinor());
            case Verdict.CurrencyOrUnit differs -> differs.oursMinor();
            case Verdict.Matched _,
                    Verdict.CallbackMissing _,
                    Verdict.Recovered _,
                    Verdict.TaskFailed _,
                    Verdict.TaskOpen _,
                    Verdict.PaidTwice _,
                    Verdict.PaidElsewhere _,
                    Verdict.PaidAfterClose _,
                    Verdict.EffectMissing _,
                    Verdict.OrderFailed _,
                    Verdict.FeeMismatch _,
                    Verdict.FeeUnknown _,
                    Verdict.Foreign _,
                    Verdict.RefundUnknown _,
                    Verdict.RefundWithoutPayment _,
                    Verdict.RefundSnapshot _,
                    Verdict.RefundUnderWay _,
                    Verdict.RefundFailed _,
                    Verdict.RefundedTooMuch _,
                    Verdict.SplitIncomplete _,
                    Verdict.StatusOver _,
                    Verdict.Reversed _,
                    Verdict.DisputeUnknown _,
                    Verdict.Contradiction _,
                    Verdict.LateBooked _,
                    Verdict.Environment _,
                    Verdict.PayoutGap _,
                    Verdict.Noted _,
                    Verdict.InPool _,
                    Verdict.RefundMiss _,
                    Verdict.BankMiss _ -> OptionalLong.empty();
        };
    }
}
