package tallygate.gateway.reconcile.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WechatBillTest {
    private static final StatementFormat WECHAT = new StatementFormat.Wechat();
    private static final Expected DAY = Read.expected("2026-05-02", "1900000555");
    private static final String PAID = Bills.wechatPaid("2026-05-02 09:12:44", "420001", "PG-1", "95.00", "100.00");
    private static final String BACK = Bills.wechatRefund("2026-05-02 18:30:20", "420000", "503001", "PG-0", "30.00");
    private static final String[] SUMS = {"2", "95.00", "30.00", "0.00", "0.05000", "100.00", "30.00"};

    private static String whole() {
        return Bills.wechat(List.of(PAID, BACK), SUMS);
    }

    @Test
    void aPaymentCountsTheOrdersAmountNotWhatSettlesAfterCoupons() {
        StatementRow row = Read.rows(WECHAT, whole(), DAY).getFirst();

        assertThat(row.kind()).isEqualTo(RowKind.PAY);
        assertThat(row.grossMinor()).isEqualTo(10_000);
        assertThat(row.currency()).isEqualTo("CNY");
        assertThat(row.ids().effects()).containsExactly("paid:420001");
        assertThat(row.ids().order()).isEqualTo("PG-1");
        assertThat(row.fee().amount().orElseThrow()).isEqualByComparingTo("0.06");
        assertThat(row.occurredAt()).isEqualTo(Instant.parse("2026-05-02T01:12:44Z"));
    }

    @Test
    void aRefundIsKnownByItsOwnIdAndNamesItsPayment() {
        StatementRow row = Read.rows(WECHAT, whole(), DAY).getLast();

        assertThat(row.kind()).isEqualTo(RowKind.REFUND);
        assertThat(row.grossMinor()).isEqualTo(3_000);
        assertThat(row.ids()).isEqualTo(new RowIds("503001", "420000", "PG-0", "R-503001", List.of("refunded:503001")));
        assertThat(row.status()).isEqualTo("PROCESSING");
    }

    @Test
    void theOldFormHasFewerColumnsUnderOtherNames() {
        String old =
                "交易时间,公众账号ID,商户号,子商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,总金额,代金券或立减优惠金额,微信退款单号,商户退款单号,退款金额,代金券或立减优惠退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率\n"
                    + "`2026-05-02"
                    + " 10:00:00,`wx01,`1900000555,`0,`,`420009,`PG-9,`o,`NATIVE,`SUCCESS,`CFT,`CNY,`0.1,`0.0,`0,`0,`0,`0,`,`,`x,`,`0.00060,`0.60%\n"
                    + "总交易单数,总交易额,总退款金额,总企业红包退款金额,手续费总金额\n"
                    + "`1,`0.10,`0.00,`0.00,`0.00060\n";

        assertThat(Read.rows(WECHAT, old, DAY))
                .singleElement()
                .satisfies(row -> assertThat(row.grossMinor()).isEqualTo(10));
    }

    @Test
    void gzipIsToldByItsBytes() {
        byte[] packed = Bills.gzip(whole().getBytes(StandardCharsets.UTF_8));

        assertThat(Read.rows(WECHAT, packed, DAY)).hasSize(2);
    }

    @Test
    void theHashIsOverTheUnpackedText() throws Exception {
        byte[] text = whole().getBytes(StandardCharsets.UTF_8);
        String sha1 = java.util.HexFormat.of()
                .formatHex(java.security.MessageDigest.getInstance("SHA-1").digest(text));

        assertThat(Read.rows(WECHAT, Bills.gzip(text), new Expected(DAY.day(), DAY.merchants(), sha1)))
                .hasSize(2);
        Read.refusal(WECHAT, Bills.gzip(text), new Expected(DAY.day(), DAY.merchants(), "00" + sha1.substring(2)))
                .hasMessageContaining("SHA-1 is " + sha1);
    }

    @Test
    void aDayWithoutTradeIsABillToo() {
        assertThat(Read.rows(WECHAT, Bills.wechat(List.of(), "0", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00"), DAY))
                .isEmpty();
    }

    @Test
    void aBillCutAnywhereIsRefused() {
        byte[] text = whole().getBytes(StandardCharsets.UTF_8);
        // The decimals of the last sum and the line's end are nothing that could be missed: 30 is 30.00.
        for (int length = 0; length < text.length - 5; length++) {
            Read.refusal(WECHAT, java.util.Arrays.copyOf(text, length), DAY).hasMessageNotContaining("openid");
        }
    }

    @Test
    void aGzipCutAnywhereIsRefused() {
        byte[] packed = Bills.gzip(whole().getBytes(StandardCharsets.UTF_8));
        for (int length = 3; length < packed.length; length += 5) {
            Read.refusal(WECHAT, java.util.Arrays.copyOf(packed, length), DAY);
        }
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        String other = PAID.replace("1900000555", "1900000999");
        String yesterday = PAID.replace("2026-05-02", "2026-05-01");
        String sheet = PAID.replace("420001", "4.20001E+27");
        String short_ = PAID.substring(0, PAID.lastIndexOf(",`"));

        Read.refusal(WECHAT, Bills.wechat(List.of(other, yesterday, sheet, short_), SUMS), DAY)
                .hasMessageContaining("line 2: merchant 1900000999 is none of ours")
                .hasMessageContaining("line 3: 交易时间 is of 2026-05-01, the bill is of 2026-05-02")
                .hasMessageContaining("line 4: 微信订单号 is '4.20001E+27': a spreadsheet has rewritten the file")
                .hasMessageContaining("line 5: has 26 fields, the header has 27");
    }

    @Test
    void theSummaryIsHeldAgainstTheRows() {
        Read.refusal(
                        WECHAT,
                        Bills.wechat(List.of(PAID, BACK), "3", "95.00", "30.00", "0.00", "0.05000", "100.00", "30.00"),
                        DAY)
                .hasMessageContaining("counts 3 rows, the bill has 2");
        Read.refusal(
                        WECHAT,
                        Bills.wechat(List.of(PAID, BACK), "2", "95.00", "30.00", "0.00", "0.05000", "100.01", "30.00"),
                        DAY)
                .hasMessageContaining("订单总金额 is 100.01, the rows come to 100.00");
        Read.refusal(
                        WECHAT,
                        Bills.wechat(List.of(PAID, BACK), "2", "95.00", "30.00", "0.00", "0.05001", "100.00", "30.00"),
                        DAY)
                .hasMessageContaining("手续费总金额 is 0.05001");
    }

    @Test
    void textInAnotherCharsetIsRefused() {
        Read.refusal(WECHAT, whole().getBytes(Bills.GBK), DAY);
    }

    @Test
    void anAmountThatIsNoWholeFenIsRefused() {
        Read.refusal(WECHAT, Bills.wechat(List.of(PAID.replace("100.00", "100.001"), BACK), SUMS), DAY)
                .hasMessageContaining("订单金额 100.001 is no whole number of minor units of CNY");
    }
}
