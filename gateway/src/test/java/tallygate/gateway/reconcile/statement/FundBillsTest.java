package tallygate.gateway.reconcile.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The bills of balances: WeChat Pay's fund bill and Alipay's account bill. */
class FundBillsTest {
    private static final Expected DAY = Read.expected("2026-05-02");
    private static final StatementFormat WECHAT = new StatementFormat.WechatFund();
    private static final StatementFormat ALIPAY = new StatementFormat.AlipayFund();
    private static final List<String> MOVED = List.of(
            Bills.wechatMoved("2026-05-02 09:12:45", "420001", "F1", "交易", "收入", "88.00 1088.00"),
            Bills.wechatMoved("2026-05-02 09:12:45", "420001", "F2", "扣除交易手续费", "支出", "0.53 1087.47"),
            Bills.wechatMoved("2026-05-02 18:30:21", "503001", "F3", "退款", "支出", "29.82 1057.65"),
            Bills.wechatMoved("2026-05-02 20:00:00", "", "F4", "提现", "支出", "1000.00 57.65"));
    private static final String[] SUMS = {"4", "1", "88.00", "3", "1030.35"};

    private static String alipayRow(String flow, String type, String in, String out, String balance) {
        return flow + "\t,20260502\t,PG-1\t,kettle\t,2026-05-02 10:00:21,*某\t," + in + "," + out + "," + balance
                + ",支付宝," + type + ",";
    }

    @Test
    void everyMovementHasItsKindItsSignAndTheBalanceBehindIt() {
        List<StatementRow> rows = Read.rows(WECHAT, Bills.wechatFund(MOVED, SUMS), DAY);
        assertThat(rows)
                .extracting(StatementRow::kind)
                .containsExactly(RowKind.PAY, RowKind.FEE, RowKind.REFUND, RowKind.PAYOUT);
        assertThat(rows)
                .extracting(row -> row.settlement().net().orElseThrow().toPlainString())
                .containsExactly("88.00", "-0.53", "-29.82", "-1000.00");
        assertThat(rows)
                .extracting(row -> row.settlement().balanceMinor().orElseThrow())
                .containsExactly(108_800L, 108_747L, 105_765L, 5_765L);
        assertThat(rows.getFirst().ids().original()).isEqualTo("420001");
    }

    @Test
    void aBillThatIsNotWhatItsSummarySaysIsRefused() {
        Read.refusal(WECHAT, Bills.wechatFund(MOVED, "4", "1", "88.01", "3", "1030.35"), DAY)
                .hasMessageContaining("收入 is 1 rows, 8801 fen by the summary, the rows come to 1 rows, 8800 fen");
        Read.refusal(WECHAT, Bills.wechatFund(MOVED.subList(0, 3), SUMS), DAY).hasMessageContaining("资金流水总笔数 is 4");
        String cut = Bills.wechatFund(MOVED, SUMS);
        Read.refusal(WECHAT, cut.substring(0, cut.indexOf("资金流水总笔数")), DAY).hasMessageContaining("cut off");
        Read.refusal(WECHAT, Bills.wechatFund(MOVED, SUMS), Read.expected("2026-05-03"))
                .hasMessageContaining("2026-05-03");
        Read.refusal(new StatementFormat.Wechat(), Bills.wechatFund(MOVED, SUMS), DAY)
                .hasMessageContaining("nothing in the file looks like");
    }

    @Test
    void alipayWritesWhatGoesOutWithASignOrWithout() {
        List<String> rows = List.of(
                alipayRow("7001", "在线支付", "59.90", "0.00", "559.90"),
                alipayRow("7002", "收费", "0.00", "-0.36", "559.54"),
                alipayRow("7003", "退款", "", "20.00", "539.54"));
        byte[] bill =
                Bills.alipayFund(rows, "#支出合计：2笔，共-20.36元", "#收入合计：1笔，共59.90元").getBytes(Bills.GBK);
        assertThat(Read.rows(ALIPAY, bill, Read.expected("2026-05-02", "2088123412341234")))
                .extracting(row -> row.kind() + " " + row.settlement().net().orElseThrow())
                .containsExactly("PAY 59.90", "FEE -0.36", "REFUND -20.00");
        byte[] wrong = Bills.alipayFund(rows, "#支出合计：3笔，共-20.36元").getBytes(Bills.GBK);
        Read.refusal(ALIPAY, wrong, DAY).hasMessageContaining("支出合计 says 3 rows");
        Read.refusal(ALIPAY, bill, Read.expected("2026-05-02", "2088999999999999"))
                .hasMessageContaining("none of ours");
    }
}
