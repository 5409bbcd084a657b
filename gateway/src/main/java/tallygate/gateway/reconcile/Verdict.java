package tallygate.gateway.reconcile;

import java.util.Optional;
import java.util.OptionalLong;
import tallygate.gateway.task.TaskId;

/**
 * What matching makes of a row of a statement, or of a task that no statement names. The words are those of the tables, the
 * certificate and the documentation.
 */
public sealed interface Verdict {
    /** The row and a finished task tell of the same movement with the same amount. */
    record Matched(TaskId task) implements Verdict {}

    /** No callback came for a movement that the provider booked. */
    record CallbackMissing() implements Verdict {}

    /** It was missing, and was brought in: the task runs on the usual way. */
    record Recovered(TaskId task) implements Verdict {}

    /** The callback came, its task has failed. */
    record TaskFailed(TaskId task) implements Verdict {}

    /** The callback came, its task is not through yet: looked at again by the next run. */
    record TaskOpen(TaskId task) implements Verdict {}

    /** The provider booked less than its callback said. */
    record AmountShort(TaskId task, long oursMinor) implements Verdict {}

    /** The provider booked more than its callback said. */
    record AmountOver(TaskId task, long oursMinor) implements Verdict {}

    /** Another currency, or the same digits ten, a hundred … times as much: a fault of configuration, not of a customer. */
    record CurrencyOrUnit(TaskId task, OptionalLong oursMinor, String oursCurrency) implements Verdict {}

    /** One order was paid twice, by two transactions of the account. */
    record PaidTwice(String firstTransaction) implements Verdict {}

    /** The order was paid over another account too: by that one first. */
    record PaidElsewhere(Optional<TaskId> task, String where) implements Verdict {}

    /** Paid after the shop had closed the order. */
    record PaidAfterClose(Optional<TaskId> task) implements Verdict {}

    /** Booked and done here, but the shop's order is still open: what was done there is lost. */
    record EffectMissing(TaskId task) implements Verdict {}

    /** Booked, and the shop's order has ended as failed. */
    record OrderFailed(Optional<TaskId> task) implements Verdict {}

    /** Agrees, but for the fee: charged and agreed on in major units. */
    record FeeMismatch(TaskId task, String charged, String agreed) implements Verdict {}

    /** Agrees; the statement says nothing of the fee. */
    record FeeUnknown(TaskId task) implements Verdict {}

    /** The order's number is not one of ours by the account's prefix: another system on the same merchant account. */
    record Foreign() implements Verdict {}

    /** A refund that we did not hear of, of a payment that we know: made in the provider's console. */
    record RefundUnknown() implements Verdict {}

    /** A refund of a payment that neither we nor any statement knows. */
    record RefundWithoutPayment() implements Verdict {}

    /** A refund that was under way when its row was written, and is done here: rows are never written again. */
    record RefundSnapshot(TaskId task, String state) implements Verdict {}

    /** A refund that was under way when its row was written, and that no callback told of yet. */
    record RefundUnderWay(String state) implements Verdict {}

    /** A refund that the provider could not make. */
    record RefundFailed(String state) implements Verdict {}

    /** With this row, more was refunded than was paid. */
    record RefundedTooMuch(long paidMinor, long refundedMinor) implements Verdict {}

    /** One of several payments of an order, or captures of a payment, that are to come to more: the rest may come yet. */
    record SplitIncomplete(Optional<TaskId> task, long wantedMinor, long paidMinor) implements Verdict {}

    /** The provider undid a payment that we carried out: goods may be gone. */
    record StatusOver(TaskId task) implements Verdict {}

    /** The provider undid a payment that we did not carry out. */
    record Reversed() implements Verdict {}

    /** A chargeback that no callback told of. */
    record DisputeUnknown() implements Verdict {}

    /** The provider says two things of one movement: in two statements, or in a statement and when it is asked. */
    record Contradiction(String other) implements Verdict {}

    /** Matched, and booked in a bill of a later day than its own. */
    record LateBooked(TaskId task) implements Verdict {}

    /** Of a test environment: no money moved. Kept out of every sum. */
    record Environment() implements Verdict {}

    /** What was paid out is not what the rows of the payout come to. */
    record PayoutGap(String rest) implements Verdict {}

    /** Fees, payouts and the like: counted, nothing to match. */
    record Noted() implements Verdict {}

    /** Ours, not in the bill yet: close to midnight, or the provider books later. Waits for the next bills. */
    record InPool() implements Verdict {}

    /** Ours, and so many bills have not named it: the provider's statement lacks it, or the callback was no truth. */
    record BankMiss(int bills) implements Verdict {}

    /** A refund of ours that so many bills have not named: the payer may still wait for the money. */
    record RefundMiss(int bills) implements Verdict {}

    /** What a verdict asks for. */
    enum Action {
        /** Counted. */
        NOTE,
        /** Looked at again by the next run. */
        WAIT,
        /** The provider is asked; then it is brought in, or a person decides. */
        ASK,
        /** A person decides. */
        HOLD
    }

    /** The word for it, of at most 32 characters. */
    default String word() {
        return switch (this) {
            case Matched _ -> "matched";
            case CallbackMissing _ -> "callback-missing";
            case Recovered _ -> "recovered";
            case TaskFailed _ -> "task-failed";
            case TaskOpen _ -> "task-open";
            case AmountShort _ -> "amount-short";
            case AmountOver _ -> "amount-over";
            case CurrencyOrUnit _ -> "currency-or-unit";
            case PaidTwice _ -> "paid-twice";
            case PaidElsewhere _ -> "paid-elsewhere";
            case PaidAfterClose _ -> "paid-after-close";
            case EffectMissing _ -> "effect-missing";
            case OrderFailed _ -> "order-failed";
            case FeeMismatch _ -> "fee-mismatch";
            case FeeUnknown _ -> "fee-unknown";
            case Foreign _ -> "foreign";
            case RefundUnknown _ -> "refund-unknown";
            case RefundWithoutPayment _ -> "refund-without-payment";
            case RefundSnapshot _ -> "refund-snapshot";
            case RefundUnderWay _ -> "refund-under-way";
            case RefundFailed _ -> "refund-failed";
            case RefundedTooMuch _ -> "refunded-too-much";
            case SplitIncomplete _ -> "split-incomplete";
            case StatusOver _ -> "status-over";
            case Reversed _ -> "reversed";
            case DisputeUnknown _ -> "dispute-unknown";
            case Contradiction _ -> "contradiction";
            case LateBooked _ -> "late-booked";
            case Environment _ -> "environment";
            case PayoutGap _ -> "payout-gap";
            case Noted _ -> "noted";
            case InPool _ -> "in-pool";
            case BankMiss _ -> "bank-miss";
            case RefundMiss _ -> "refund-miss";
        };
    }

    /** What follows from it. */
    default Action action() {
        return switch (this) {
            case Matched _,
                    Recovered _,
                    Foreign _,
                    Reversed _,
                    Noted _,
                    FeeMismatch _,
                    FeeUnknown _,
                    RefundSnapshot _,
                    LateBooked _,
                    Environment _ -> Action.NOTE;
            case TaskOpen _, InPool _, SplitIncomplete _ -> Action.WAIT;
            case CallbackMissing _, RefundUnknown _, RefundUnderWay _ -> Action.ASK;
            case TaskFailed _,
                    AmountShort _,
                    AmountOver _,
                    CurrencyOrUnit _,
                    PaidTwice _,
                    PaidElsewhere _,
                    PaidAfterClose _,
                    EffectMissing _,
                    OrderFailed _,
                    RefundWithoutPayment _,
                    RefundFailed _,
                    RefundedTooMuch _,
                    StatusOver _,
                    DisputeUnknown _,
                    Contradiction _,
                    PayoutGap _,
                    RefundMiss _,
                    BankMiss _ -> Action.HOLD;
        };
    }

    /** A sentence for the person who settles it. */
    default String sentence() {
        return switch (this) {
            case Matched _ -> "agrees";
            case CallbackMissing _ ->
                "the provider booked it, no callback of it was stored; ask the provider, or bring it in";
            case Recovered _ -> "was missing and was brought in";
            case TaskFailed _ -> "the provider booked it, its task has failed; retry the task or settle it";
            case TaskOpen _ -> "the provider booked it, its task is not through yet";
            case AmountShort _ -> "the provider booked less than its callback said; do not lower the order by it";
            case AmountOver _ -> "the provider booked more than its callback said; refund the rest or agree on it";
            case CurrencyOrUnit _ -> "currency or unit differs; check the account's settings before anything else";
            case PaidTwice(var first) -> "the order was paid by transaction " + first + " already; refund one of them";
            case PaidElsewhere(var _, var where) -> "the order was paid over " + where + " already; refund one of them";
            case PaidAfterClose _ ->
                "paid after the shop had closed the order; open it again and deliver, or refund it in full";
            case EffectMissing _ ->
                "booked and done here, but the shop says that the order is open; retry the task if its receiver keeps"
                        + " the idempotency key";
            case OrderFailed _ -> "booked, but the shop says that the order has failed; deliver or refund";
            case FeeMismatch(var _, var charged, var agreed) -> "a fee of " + charged + ", agreed on were " + agreed;
            case FeeUnknown _ -> "agrees; its fee stands in another file";
            case Foreign _ -> "not one of our order numbers";
            case RefundUnknown _ -> "a refund that no callback told of, perhaps made in the provider's console";
            case RefundWithoutPayment _ -> "a refund of a payment that neither tasks nor statements know";
            case RefundedTooMuch(var paid, var refunded) ->
                "refunds of this payment come to " + refunded + " minor units, it was " + paid;
            case StatusOver _ ->
                "the provider undid a payment that was carried out; stop delivery, look at how it was proven";
            case Reversed _ -> "undone before it was carried out";
            case DisputeUnknown _ -> "a chargeback that no callback told of; answer it with the provider in time";
            case RefundSnapshot(var _, var state) ->
                "done here; it was " + state + " when its row was written, and rows are never written again";
            case RefundUnderWay(var state) -> "was " + state + " when its row was written; no callback told of its end";
            case RefundFailed(var state) ->
                "the provider could not make the refund (" + state
                        + "); make it another way, the payer has no money yet";
            case SplitIncomplete(var _, var wanted, var paid) ->
                "its payments come to " + paid + " of " + wanted + " minor units so far";
            case Contradiction(var other) -> "the provider contradicts itself: " + other;
            case LateBooked _ -> "agrees; the provider booked it on a later day than its own";
            case Environment _ -> "of a test environment; check which keys and which account the file is of";
            case PayoutGap(var rest) ->
                "the rows of this payout and the payout differ by " + rest + "; ask the provider what is missing";
            case Noted _ -> "no movement of an order";
            case InPool _ -> "not in the provider's bill yet";
            case RefundMiss(var bills) ->
                bills + " bills have not named this refund; ask the provider whether the payer has the money";
            case BankMiss(var bills) -> bills + " bills have not named it; ask the provider, keep the order";
        };
    }
}
