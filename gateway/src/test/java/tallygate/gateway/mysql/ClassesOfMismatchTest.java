package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tallygate.callback.provider.StateQuery;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.AgreedFee;
import tallygate.gateway.reconcile.Question;
import tallygate.gateway.reconcile.RunReport;
import tallygate.gateway.reconcile.ShopOrder;
import tallygate.gateway.reconcile.statement.Bills;

/** Classes of mismatch that need more than one row and its task: from a file's text to what a person sees. */
class ClassesOfMismatchTest extends ReconcileRig {
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

    private void due(String order, long minor, String until) {
        rig().stores()
                .orders()
                .tell(
                        order,
                        new ShopOrder(
                                ShopOrder.State.PAID,
                                Optional.empty(),
                                Optional.of(new ShopOrder.Due(minor, "CNY", Optional.of(Instant.parse(until))))));
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

    @Test
    void anOrderThatIsPaidInPartsWaitsForTheRestAndIsShortOnlyAfterItsTime() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        task("paid:420002", "PG-1", 8_800, 2, "2026-05-02 01:15:44");
        due("PG-1", 26_400, "2999-01-01T00:00:00Z");
        String second = Bills.wechatPaid("2026-05-02 09:15:44", "420002", "PG-1", "88.00", "88.00");
        take(
                DAY,
                List.of(paid("2026-05-02", "420001", "PG-1"), second),
                "2",
                "176.00",
                "0.00",
                "0.00",
                "0.12000",
                "176.00",
                "0.00");
        assertThat(run(DAY, Account.Recovering.ASK).rows()).isEqualTo(Map.of("split-incomplete", 2L));
        assertThat(discrepancies())
                .as("none is paid twice: the shop wants more")
                .isEmpty();

        due("PG-1", 26_400, "2026-05-03T00:00:00Z");
        run(DAY, Account.Recovering.ASK);
        assertThat(discrepancies()).containsExactly("amount-short paid:420001", "amount-short paid:420002");

        due("PG-1", 17_600, "2026-05-03T00:00:00Z");
        assertThat(run(DAY, Account.Recovering.ASK).rows()).isEqualTo(Map.of("matched", 2L));
        assertThat(discrepancies()).isEmpty();

        due("PG-1", 8_800, "2026-05-03T00:00:00Z");
        run(DAY, Account.Recovering.ASK);
        assertThat(discrepancies())
                .as("more than the order comes to")
                .containsExactly("amount-over paid:420001", "paid-twice paid:420002");
    }

    @Test
    void aPaymentThatWasUndoneTheSameDayAndNeverToldOfIsNoMovement() throws Exception {
        String undone = paid("2026-05-02", "420001", "PG-1");
        take(
                DAY,
                List.of(undone, undone.replace("`SUCCESS", "`REVOKED")),
                "2",
                "176.00",
                "0.00",
                "0.00",
                "0.12000",
                "176.00",
                "0.00");
        RunReport report = run(DAY, Account.Recovering.ASK);
        assertThat(report.rows()).isEqualTo(Map.of("reversed", 2L));
        assertThat(report.isComplete()).isTrue();
    }

    @Test
    void aFeeThatTheStatementDoesNotSayIsUnknownAndCompletesTheDay() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        String row = paid("2026-05-02", "420001", "PG-1").replace("`0.06000", "`");
        take(DAY, List.of(row), "1", "88.00", "0.00", "0.00", "0", "88.00", "0.00");
        Account plain = account(Account.Recovering.NEVER);
        Account judging = new Account(
                plain.source(),
                plain.format(),
                plain.zone(),
                plain.merchants(),
                new Account.Rules(
                        "PG-",
                        3,
                        Account.Recovering.NEVER,
                        100,
                        1000,
                        Optional.of(new AgreedFee(new BigDecimal("0.6"), 0))),
                plain.endpoints());
        RunReport report = reconciliation().run(judging, DAY, false);
        assertThat(report.rows()).isEqualTo(Map.of("fee-unknown", 1L));
        assertThat(report.isComplete()).isTrue();
        assertThat(report.certificates().getFirst().json()).contains("\"verdict\" : \"fee-unknown\"");
        assertThat(rig().number("SELECT COUNT(*) FROM statement_row WHERE verdict = 'fee-unknown' AND task_id > 0"))
                .isEqualTo(1);
        assertThat(discrepancies()).isEmpty();
    }
}
