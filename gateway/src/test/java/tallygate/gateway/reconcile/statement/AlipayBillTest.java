package tallygate.gateway.reconcile.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlipayBillTest {
    private static final StatementFormat ALIPAY = new StatementFormat.Alipay();
    private static final Expected DAY = Read.expected("2026-05-02", "2088123412341234");
    private static final String PAID =
            Bills.alipayRow("2026050222001", "PG-1", "交易", "2026-05-02 10:00:21", "59.90", " ");
    private static final String BACK_1 =
            Bills.alipayRow("2026050222001", "PG-1", "退款", "2026-05-02 15:20:07", "-20.00", "RF-1");
    private static final String BACK_2 =
            Bills.alipayRow("2026050222001", "PG-1", "退款", "2026-05-02 16:20:07", "-9.90", "RF-2");
    private static final String[] TOTALS = {"#交易合计：1笔，商家实收共59.90元，商家优惠共0.00元", "#退款合计：2笔，商家实收退款共-29.90元，商家优惠退款共0.00元"};
    private static final byte[] SUMMARY = "#支付宝业务汇总查询\r\n".getBytes(Bills.GBK);

    private static byte[] details() {
        return Bills.alipay(List.of(PAID, BACK_1, BACK_2), TOTALS).getBytes(Bills.GBK);
    }

    @Test
    void detailsAreFoundByTheirContentWhicheverComesFirstInTheZip() {
        byte[] summaryFirst = Bills.zip(Bills.GBK, "a_业务明细(汇总).csv", SUMMARY, "a_业务明细.csv", details());
        byte[] detailsFirst = Bills.zip(Bills.GBK, "a_业务明细.csv", details(), "a_业务明细(汇总).csv", SUMMARY);

        assertThat(Read.rows(ALIPAY, summaryFirst, DAY)).hasSize(3).isEqualTo(Read.rows(ALIPAY, detailsFirst, DAY));
    }

    @Test
    void partialRefundsOfOneTradeAreRowsOfTheirOwn() {
        List<StatementRow> rows = Read.rows(ALIPAY, details(), DAY);

        assertThat(rows).extracting(StatementRow::kind).containsExactly(RowKind.PAY, RowKind.REFUND, RowKind.REFUND);
        assertThat(rows).extracting(StatementRow::grossMinor).containsExactly(5_990L, 2_000L, 990L);
        assertThat(rows.get(1).ids())
                .isEqualTo(new RowIds(
                        "2026050222001:RF-1", "2026050222001", "PG-1", "RF-1", List.of("refunded:2026050222001:RF-1")));
        assertThat(rows.getFirst().fee().amount().orElseThrow()).isEqualByComparingTo("0.05");
        assertThat(rows.getFirst().occurredAt()).isEqualTo(Instant.parse("2026-05-02T02:00:21Z"));
    }

    @Test
    void aBillWithoutItsEndMarkIsCutOff() {
        String text = Bills.alipay(List.of(PAID), TOTALS);
        String cut = text.substring(0, text.indexOf("#-----业务明细列表结束"));

        Read.refusal(ALIPAY, cut.getBytes(Bills.GBK), DAY).hasMessageContaining("without its end mark");
    }

    @Test
    void theTotalsBelowAreHeldAgainstTheRows() {
        Read.refusal(ALIPAY, Bills.alipay(List.of(PAID, BACK_1), TOTALS).getBytes(Bills.GBK), DAY)
                .hasMessageContaining("退款合计 says 2 rows, -2990 fen, the rows come to 1 rows, -2000 fen");
    }

    @Test
    void anotherSellersBillIsRefused() {
        Read.refusal(ALIPAY, details(), Read.expected("2026-05-02", "2088000000000000"))
                .hasMessageContaining("none of ours");
    }

    @Test
    void aZipWithoutDetailsIsNoBill() {
        Read.refusal(ALIPAY, Bills.zip(Bills.GBK, "s.csv", SUMMARY), DAY)
                .hasMessageContaining("nothing in the file looks like a statement of format alipay");
    }

    @Test
    void aZipThatIsDamagedIsRefused() {
        byte[] zip = Bills.zip(StandardCharsets.UTF_8, "a.csv", details());
        for (int length = 5; length < zip.length - 120; length += 9) {
            Read.refusal(ALIPAY, java.util.Arrays.copyOf(zip, length), DAY);
        }
    }
}
