package tallygate.gateway.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tallygate.gateway.reconcile.statement.Fee;
import tallygate.gateway.reconcile.statement.RowIds;
import tallygate.gateway.reconcile.statement.RowKind;
import tallygate.gateway.reconcile.statement.StatementRow;
import tallygate.gateway.task.TaskId;
import tallygate.gateway.task.TaskStatus;
import tallygate.gateway.task.WaitReason;

class RowJudgeTest {
    private static final TaskId TASK = new TaskId(7);
    private final RowJudge judge = new RowJudge("PG-", Optional.empty(), Instant.MIN, Instant.EPOCH);

    private static StatementRow paid(long gross) {
        return row(RowKind.PAY, new RowIds("T1", "", "PG-1", "", List.of("paid:T1")), gross);
    }

    private static StatementRow refund(long gross) {
        return row(RowKind.REFUND, new RowIds("R1", "T1", "PG-1", "RF", List.of("refunded:R1")), gross);
    }

    private static StatementRow row(RowKind kind, RowIds ids, long gross) {
        return new StatementRow(2, kind, ids, gross, "CNY", Fee.UNSAID, "", Instant.parse("2026-05-02T01:00:00Z"));
    }

    private static Ours ours(String effect, long minor, String currency, TaskStatus status) {
        return new Ours(TASK, "shop", "PG-1", effect, "T1", OptionalLong.of(minor), currency, status, WaitReason.NONE);
    }

    private static RowJudge.Known known(Around around, Ours... tasks) {
        Map<String, Ours> byEffect =
                Arrays.stream(tasks).filter(t -> !t.effect().isEmpty()).collect(Collectors.toMap(Ours::effect, t -> t));
        return new RowJudge.Known(byEffect, Map.of("PG-1", List.of(tasks)), around);
    }

    private static Around around(String first, long paid, long refunded) {
        return new Around(
                OptionalLong.empty(), first, paid < 0 ? OptionalLong.empty() : OptionalLong.of(paid), refunded);
    }

    @Test
    void aPaymentThatAgreesIsMatchedByItsEffect() {
        assertThat(judge.judge(paid(100), known(Around.NOTHING, ours("paid:T1", 100, "CNY", TaskStatus.SUCCESS))))
                .isEqualTo(new Verdict.Matched(TASK));
    }

    @Test
    void anAmountIsJudgedBeforeAState() {
        for (TaskStatus status : TaskStatus.values()) {
            assertThat(judge.judge(paid(90), known(Around.NOTHING, ours("paid:T1", 100, "CNY", status))))
                    .isEqualTo(new Verdict.AmountShort(TASK, 100));
            assertThat(judge.judge(paid(110), known(Around.NOTHING, ours("paid:T1", 100, "CNY", status))))
                    .isEqualTo(new Verdict.AmountOver(TASK, 100));
        }
    }

    @Test
    void aWholePowerOfTenIsAFaultOfUnits() {
        assertThat(judge.judge(paid(12_300), known(Around.NOTHING, ours("paid:T1", 123, "CNY", TaskStatus.SUCCESS))))
                .isInstanceOf(Verdict.CurrencyOrUnit.class);
        assertThat(judge.judge(paid(246), known(Around.NOTHING, ours("paid:T1", 123, "CNY", TaskStatus.SUCCESS))))
                .isInstanceOf(Verdict.AmountOver.class);
        assertThat(judge.judge(paid(123), known(Around.NOTHING, ours("paid:T1", 123, "USD", TaskStatus.SUCCESS))))
                .isInstanceOf(Verdict.CurrencyOrUnit.class);
    }

    @Test
    void everyStateOfATaskHasItsVerdict() {
        assertThat(Arrays.stream(TaskStatus.values())
                        .map(status -> judge.judge(
                                        paid(100), known(Around.NOTHING, ours("paid:T1", 100, "CNY", status)))
                                .word()))
                .containsExactly("task-open", "task-open", "matched", "task-failed", "matched");
    }

    @Test
    void aPaymentWithoutATaskIsMissingOnlyWhenItsOrderIsOurs() {
        assertThat(judge.judge(paid(100), known(Around.NOTHING))).isEqualTo(new Verdict.CallbackMissing());
        StatementRow other = row(RowKind.PAY, new RowIds("T1", "", "SHOP2-1", "", List.of("paid:T1")), 100);
        assertThat(judge.judge(other, known(Around.NOTHING))).isEqualTo(new Verdict.Foreign());
    }

    @Test
    void aTaskWithoutAnEffectKeyIsFoundByOrderAndTransactionTogether() {
        Ours same = ours("", 100, "CNY", TaskStatus.SUCCESS);
        assertThat(judge.judge(paid(100), known(Around.NOTHING, same))).isEqualTo(new Verdict.Matched(TASK));
        StatementRow second = row(RowKind.PAY, new RowIds("T2", "", "PG-1", "", List.of("paid:T2")), 100);
        assertThat(judge.judge(second, known(Around.NOTHING, same))).isEqualTo(new Verdict.CallbackMissing());
    }

    @Test
    void theSecondTransactionOfAnOrderIsPaidTwice() {
        StatementRow second = row(RowKind.PAY, new RowIds("T2", "", "PG-1", "", List.of("paid:T2")), 100);

        assertThat(judge.judge(second, known(around("T1", -1, 0), ours("paid:T1", 100, "CNY", TaskStatus.SUCCESS))))
                .isEqualTo(new Verdict.PaidTwice("T1"));
        assertThat(judge.judge(paid(100), known(around("T1", -1, 0), ours("paid:T1", 100, "CNY", TaskStatus.SUCCESS))))
                .isEqualTo(new Verdict.Matched(TASK));
    }

    @Test
    void partialRefundsMayComeToThePaymentAndNotBeyond() {
        Ours back = ours("refunded:R1", 40, "CNY", TaskStatus.SUCCESS);
        assertThat(judge.judge(refund(40), known(around("", 100, 100), back))).isEqualTo(new Verdict.Matched(TASK));
        assertThat(judge.judge(refund(40), known(around("", 100, 101), back)))
                .isEqualTo(new Verdict.RefundedTooMuch(100, 101));
    }

    @Test
    void aRefundThatNobodyToldOfIsUnknownOrHasNoPayment() {
        Ours payment = ours("paid:T1", 100, "CNY", TaskStatus.SUCCESS);
        assertThat(judge.judge(refund(40), known(around("", -1, 40), payment))).isEqualTo(new Verdict.RefundUnknown());
        assertThat(judge.judge(refund(40), known(around("", 100, 40)))).isEqualTo(new Verdict.RefundUnknown());
        assertThat(judge.judge(refund(40), known(around("", -1, 40)))).isEqualTo(new Verdict.RefundWithoutPayment());
    }

    @Test
    void aReversedPaymentThatWasCarriedOutIsTheWorstOfAll() {
        StatementRow undone = row(RowKind.REVERSED, new RowIds("T1:revoked", "T1", "PG-1", "", List.of()), 100);
        assertThat(judge.judge(undone, known(Around.NOTHING, ours("paid:T1", 100, "CNY", TaskStatus.SUCCESS))))
                .isEqualTo(new Verdict.StatusOver(TASK));
        assertThat(judge.judge(undone, known(Around.NOTHING, ours("paid:T1", 100, "CNY", TaskStatus.PENDING))))
                .isEqualTo(new Verdict.Reversed());
    }

    @Test
    void theSameMovementWithTwoAmountsContradictsItself() {
        Around other = new Around(OptionalLong.of(99), "T1", OptionalLong.empty(), 0);
        assertThat(judge.judge(paid(100), known(other, ours("paid:T1", 100, "CNY", TaskStatus.SUCCESS))))
                .isEqualTo(new Verdict.Contradiction("another statement has the same movement with 99 minor units"));
    }

    @Test
    void chargebacksAreHeldAndFeesAreNoted() {
        StatementRow dispute = row(RowKind.CHARGEBACK, new RowIds("D1", "T1", "", "", List.of("charged-back:D1")), 100);
        assertThat(judge.judge(dispute, known(Around.NOTHING))).isEqualTo(new Verdict.DisputeUnknown());
        StatementRow fee = row(RowKind.FEE, new RowIds("F1", "", "", "", List.of()), 1);
        assertThat(judge.judge(fee, known(Around.NOTHING))).isEqualTo(new Verdict.Noted());
    }

    @Test
    void everyVerdictThatNeedsAPersonIsAmongTheWordsThatReconciliationMaySettle() {
        List<Verdict> held = List.of(
                new Verdict.CallbackMissing(),
                new Verdict.TaskFailed(TASK),
                new Verdict.AmountShort(TASK, 1),
                new Verdict.AmountOver(TASK, 1),
                new Verdict.CurrencyOrUnit(TASK, OptionalLong.empty(), ""),
                new Verdict.PaidTwice("T"),
                new Verdict.PaidElsewhere(Optional.of(TASK), "account b"),
                new Verdict.PaidAfterClose(Optional.of(TASK)),
                new Verdict.EffectMissing(TASK),
                new Verdict.OrderFailed(Optional.of(TASK)),
                new Verdict.RefundUnknown(),
                new Verdict.RefundWithoutPayment(),
                new Verdict.RefundedTooMuch(1, 2),
                new Verdict.StatusOver(TASK),
                new Verdict.DisputeUnknown(),
                new Verdict.Contradiction("1"),
                new Verdict.RefundUnderWay("PROCESSING"),
                new Verdict.RefundFailed("ABNORMAL"),
                new Verdict.PayoutGap("1 EUR"),
                new Verdict.RefundMiss(3),
                new Verdict.BankMiss(3));
        assertThat(Verdicts.WORDS).contains(Questioner.UNKNOWN);
        assertThat(held)
                .extracting(Verdict::word)
                .containsExactlyInAnyOrderElementsOf(Verdicts.WORDS.stream()
                        .filter(word -> !word.equals(Questioner.UNKNOWN))
                        .toList());
        assertThat(held).extracting(Verdict::action).doesNotContain(Verdict.Action.NOTE, Verdict.Action.WAIT);
        assertThat(held).extracting(Verdict::sentence).doesNotHaveDuplicates();
    }
}
