package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.Question;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.statement.Bills;

/** What becomes of a refund that a bill tells before it is done, on another day, or not at all. */
class ClassesOfRefundsTest extends ReconcileRig {
    private static final String[] ONE_REFUND = {"1", "0.00", "30.00", "0.00", "-0.01000", "0.00", "30.00"};

    private static String refund(String state) {
        return Bills.wechatRefund("2026-05-02 10:12:44", "420001", "503001", "PG-1", "30.00")
                .replace("PROCESSING", state);
    }

    private void payment() {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-01 01:12:44");
    }

    private RunReport refunded(String state) throws Exception {
        take(DAY, List.of(refund(state)), ONE_REFUND);
        return run(DAY, Account.Recovering.ASK);
    }

    @Test
    void aRefundThatWasUnderWayWhenItsRowWasWrittenAndIsDoneHereIsASnapshot() throws Exception {
        payment();
        task("refunded:503001", "PG-1", 3_000, 2, "2026-05-02 02:12:44");
        RunReport report = refunded("PROCESSING");
        assertThat(report.rows()).isEqualTo(Map.of("refund-snapshot", 1L));
        assertThat(discrepancies()).isEmpty();
        assertThat(report.isComplete()).isTrue();
    }

    @Test
    void aRefundUnderWayThatNobodyToldOfIsAskedAndHeldOnlyWhereNobodyCanBeAsked() throws Exception {
        payment();
        answer = new StateQuery.Found.Known(StateQuery.Standing.PAID, List.of());
        RunReport report = refunded("PROCESSING");
        assertThat(report.rows()).isEqualTo(Map.of("refund-under-way", 1L));
        assertThat(report.isComplete()).isFalse();
        assertThat(discrepancies()).isEmpty();
        assertThat(opened).extracting(Question::reference).containsExactly("refunded:503001");
        run(DAY, Account.Recovering.NEVER);
        assertThat(discrepancies()).containsExactly("refund-under-way refunded:503001");
    }

    @Test
    void aRefundThatTheProviderCouldNotMakeIsHeldAndOneThatItGaveUpIsNoMovement() throws Exception {
        payment();
        assertThat(refunded("ABNORMAL").rows()).isEqualTo(Map.of("refund-failed", 1L));
        assertThat(discrepancies()).containsExactly("refund-failed refunded:503001");
        rig().empty();
        payment();
        RunReport closed = refunded("CLOSED");
        assertThat(closed.rows()).isEqualTo(Map.of("reversed", 1L));
        assertThat(closed.certificates().getFirst().json()).doesNotContain("differenceMinor");
        rig().empty();
        payment();
        task("refunded:503001", "PG-1", 3_000, 2, "2026-05-02 02:12:44");
        refunded("CLOSED");
        assertThat(discrepancies())
                .as("we say refunded, the bill says not")
                .containsExactly("status-over refunded:503001");
    }

    @Test
    void aRefundOfOursThatBillsDoNotNameIsMissedUnderAWordOfItsOwn() throws Exception {
        task("refunded:503009", "PG-1", 3_000, 2, "2026-05-02 02:12:44");
        for (int i = 0; i < 3; i++) {
            take(DAY.plusDays(i), List.of(), "0", "0.00", "0.00", "0.00", "0.0" + "0".repeat(i), "0.00", "0.00");
            run(DAY.plusDays(i), Account.Recovering.ASK);
        }
        assertThat(discrepancies()).containsExactly("refund-miss refunded:503009");
    }

    /** WeChat Pay dates a refund's row by its acceptance, the callback by its success. */
    @Test
    void aRefundThatIsAcceptedOnOneDayAndMadeOnTheNextLeavesBothDaysComplete() throws Exception {
        payment();
        task("refunded:503001", "PG-1", 3_000, 2, "2026-05-03 02:12:44");
        assertThat(refunded("SUCCESS").isComplete()).isTrue();
        take(DAY.plusDays(1), List.of(), "0", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00");
        RunReport next = run(DAY.plusDays(1), Account.Recovering.ASK);
        assertThat(next.isComplete()).as(next.certificates().getFirst().json()).isTrue();
        assertThat(next.certificates().getFirst().json()).contains("\"differenceMinor\" : 0");
    }
}
