package tallygate.gateway.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tallygate.gateway.reconcile.Account;
import tallygate.gateway.reconcile.StatementImport;
import tallygate.gateway.reconcile.statement.Bills;
import tallygate.gateway.reconcile.statement.StatementFormat;

/** Money that moved against what was booked, on a real database. */
class FundCheckTest extends ReconcileRig {
    private static final String[] NOTHING = {"0", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00"};
    private static final String PAID =
            Bills.wechatMoved("2026-05-02 09:12:45", "420001", "F1", "交易", "收入", "88.00 1088.00");
    private static final String FEE =
            Bills.wechatMoved("2026-05-02 09:12:45", "420001", "F2", "扣除交易手续费", "支出", "0.06 1087.94");

    private void fund(LocalDate day, List<String> rows, String... sums) throws IOException {
        take(
                account(Account.Recovering.NEVER),
                day,
                Bills.wechatFund(rows, sums).getBytes(StandardCharsets.UTF_8));
    }

    private void take(Account account, LocalDate day, byte[] text) throws IOException {
        Path file = Files.createTempFile(folder, "fund", ".csv");
        Files.write(file, text);
        importer().take(account, new StatementImport.Request(file, day, "", "test"), false);
    }

    private void onePaid() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        take(DAY, List.of(paid("2026-05-02", "420001", "PG-1")), ONE_PAID);
    }

    private void run() throws Exception {
        run(DAY, Account.Recovering.NEVER);
    }

    @Test
    void whatWasBookedAndWhatMovedAgree() throws Exception {
        onePaid();
        fund(DAY, List.of(PAID, FEE), "2", "1", "88.00", "1", "0.06");
        assertThat(run(DAY, Account.Recovering.NEVER).rows()).isEqualTo(Map.of("matched", 1L, "fund-matched", 1L));
        assertThat(discrepancies()).isEmpty();
        assertThat(rig().number("SELECT COUNT(*) FROM fund_row")).isEqualTo(2);
        fund(DAY, List.of(PAID, FEE), "2", "1", "88.00", "1", "0.06");
        assertThat(rig().number("SELECT COUNT(*) FROM fund_row"))
                .as("the same file again changes nothing")
                .isEqualTo(2);
    }

    @Test
    void aFundBillIsNoStatementThatTasksWaitFor() throws Exception {
        task("paid:420001", "PG-1", 8_800, 2, "2026-05-02 01:12:44");
        fund(DAY, List.of(PAID, FEE), "2", "1", "88.00", "1", "0.06");
        assertThat(run(DAY, Account.Recovering.NEVER).certificates().getFirst().json())
                .contains("no statement of this day was taken");
        assertThat(rig().number("SELECT COUNT(*) FROM statement_pool")).isZero();
    }

    @Test
    void anotherSumAndAnotherFeeAreDifferencesUntilARightBillComes() throws Exception {
        onePaid();
        fund(
                DAY,
                List.of(Bills.wechatMoved("2026-05-02 09:12:45", "420001", "F1", "交易", "收入", "80.00 80.00")),
                "1",
                "1",
                "80.00",
                "0",
                "0.00");
        run();
        assertThat(discrepancies()).containsExactly("fund-differs fund:paid:420001");
        fund(
                DAY,
                List.of(
                        Bills.wechatMoved("2026-05-02 09:12:46", "420001", "F1b", "交易", "收入", "8.00 88.00"),
                        Bills.wechatMoved("2026-05-02 09:12:46", "420001", "F2b", "扣除交易手续费", "支出", "0.50 87.50")),
                "2",
                "1",
                "8.00",
                "1",
                "0.50");
        run();
        assertThat(discrepancies()).containsExactly("fund-fee fund:paid:420001");
    }

    @Test
    void whatMovedForNothingIsHeldOnceBothTradeBillsAreThere() throws Exception {
        onePaid();
        String other = Bills.wechatMoved("2026-05-02 10:00:00", "429999", "F3", "交易", "收入", "5.00 1092.94");
        fund(DAY, List.of(PAID, FEE, other), "3", "2", "93.00", "1", "0.06");
        run();
        assertThat(discrepancies()).as("yesterday's trade bill may have it").isEmpty();
        take(DAY.minusDays(1), List.of(), NOTHING);
        run();
        assertThat(discrepancies()).containsExactly("fund-unknown fund:paid:429999");
    }

    @Test
    void whatIsBookedAndNeverMovedIsHeldWhenTheNextFundBillIsThere() throws Exception {
        onePaid();
        String out = Bills.wechatMoved("2026-05-02 10:00:00", "", "F4", "提现", "支出", "1.00 999.00");
        fund(DAY, List.of(out), "1", "0", "0.00", "1", "1.00");
        assertThat(run(DAY, Account.Recovering.NEVER).rows()).containsEntry("fund-pending", 1L);
        assertThat(discrepancies()).isEmpty();
        String next = Bills.wechatMoved("2026-05-03 10:00:00", "", "F5", "提现", "支出", "1.00 998.00");
        fund(DAY.plusDays(1), List.of(next), "1", "0", "0.00", "1", "1.00");
        run();
        assertThat(discrepancies()).containsExactly("fund-missing fund:paid:420001");
        String late = Bills.wechatMoved("2026-05-03 11:00:00", "420001", "F6", "交易", "收入", "88.00 1086.00");
        String fee = Bills.wechatMoved("2026-05-03 11:00:00", "420001", "F7", "扣除交易手续费", "支出", "0.06 1085.94");
        fund(DAY.plusDays(1), List.of(next, late, fee), "3", "1", "88.00", "2", "1.06");
        run();
        assertThat(discrepancies()).as("it moved on the next day").isEmpty();
    }

    @Test
    void aBalanceThatDoesNotFollowIsHeldAlsoFromOneDayToTheNext() throws Exception {
        fund(DAY, List.of(PAID, FEE.replace("1087.94", "1080.00")), "2", "1", "88.00", "1", "0.06");
        run();
        assertThat(discrepancies()).containsExactly("fund-balance fund:F2");
        String next = Bills.wechatMoved("2026-05-03 10:00:00", "", "F5", "提现", "支出", "1.00 1078.00");
        fund(DAY.plusDays(1), List.of(next), "1", "0", "0.00", "1", "1.00");
        run(DAY.plusDays(1), Account.Recovering.NEVER);
        assertThat(discrepancies()).containsExactly("fund-balance fund:F2", "fund-balance fund:F5");
    }

    @Test
    void alipaysRefundsMoveUnderThePaymentsNumberWithOrWithoutTheFee() throws Exception {
        Account alipay = new Account(
                "alipay-shop",
                new StatementFormat.Alipay(),
                ZoneOffset.ofHours(8),
                Set.of(),
                new Account.Rules("", 3, Account.Recovering.NEVER, 100),
                List.of(new Account.Target("shop", "alipay", "orders", false, false)));
        take(
                alipay,
                DAY,
                Bills.alipay(List.of(
                                Bills.alipayRow("2026T1", "PG-1", "交易", "2026-05-02 10:00:21", "59.90", " "),
                                Bills.alipayRow("2026T1", "PG-1", "退款", "2026-05-02 15:00:21", "-20.00", "RF1"),
                                Bills.alipayRow("2026T1", "PG-1", "退款", "2026-05-02 16:00:21", "-9.90", "RF2")))
                        .getBytes(Bills.GBK));
        String row = "%s\t,2026T1\t,PG-1\t,cup,2026-05-02 %s,*x\t,%s,%s,%s,支付宝,%s,";
        take(
                alipay,
                DAY,
                Bills.alipayFund(List.of(
                                row.formatted("7001", "10:00:21", "59.90", "0.00", "159.90", "在线支付"),
                                row.formatted("7002", "10:00:21", "0.00", "-0.05", "159.85", "收费"),
                                row.formatted("7003", "15:00:21", "0.00", "-20.00", "139.85", "退款"),
                                row.formatted("7004", "16:00:21", "0.00", "-9.90", "129.95", "退款")))
                        .getBytes(Bills.GBK));
        assertThat(reconciliation().run(alipay, DAY, false).rows()).containsEntry("fund-matched", 2L);
        assertThat(discrepancies()).noneMatch(found -> found.startsWith("fund"));
    }
}
