package tallygate.gateway.reconcile.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A bill is longer than memory: its rows leave while it comes. A reader that took it whole would be far ahead of its rows. */
class LargeBillTest {
    private static final int ROWS = 20_000;
    /** What lies in buffers, decoders and the reader of tables on its way from byte to row. */
    private static final long AHEAD_MAX = 512 << 10;

    /** Makes a line when it is asked for one, and knows how many bytes were taken. */
    private static final class Written extends InputStream {
        private final String first;
        private final String row;
        private final String last;
        private final Charset charset;
        private byte[] line = new byte[0];
        private int at;
        private int lines;
        private long bytes;

        Written(Format of) {
            this.first = of.first();
            this.row = of.row();
            this.last = of.last();
            this.charset = of.charset();
        }

        private boolean isOver() {
            if (at < line.length) {
                return false;
            }
            if (lines > ROWS + 1) {
                return true;
            }
            String text = lines == 0 ? first : lines <= ROWS ? row.replace("#", Integer.toString(lines)) : last;
            line = text.getBytes(charset);
            at = 0;
            lines++;
            return line.length == 0;
        }

        @Override
        public int read() {
            if (isOver()) {
                return -1;
            }
            bytes++;
            return line[at++] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length > 0 && isOver()) {
                return -1;
            }
            int taken = Math.min(length, line.length - at);
            System.arraycopy(line, at, into, offset, taken);
            at += taken;
            bytes += taken;
            return taken;
        }
    }

    record Format(StatementFormat format, String first, String row, String last) {
        /** Fields of fixed bytes come as characters of one byte. */
        Charset charset() {
            return format instanceof StatementFormat.UnionPay ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
        }

        @Override
        public String toString() {
            return format.word();
        }
    }

    static Stream<Format> formats() {
        String paid = Bills.wechatPaid("2026-05-02 09:12:44", "4200#", "PG-#", "1.00", "1.00");
        String moved = Bills.wechatMoved("2026-05-02 09:12:45", "4200#", "F#", "交易", "收入", "1.00 1.00");
        return Stream.of(
                new Format(
                        new StatementFormat.Wechat(),
                        Bills.WECHAT_HEADER + "\n",
                        paid + "\n",
                        Bills.WECHAT_SUMMARY + "\n`20000,`20000.00,`0.00,`0.00,`1200.00000,`20000.00,`0.00\n"),
                new Format(
                        new StatementFormat.WechatFund(),
                        "记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号\n",
                        moved + "\n",
                        "资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额\n`20000,`20000,`20000.00,`0,`0.00\n"),
                new Format(
                        new StatementFormat.Stripe(),
                        "balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id\n",
                        "txn_#,2026-05-02 09:00:12,eur,20.00,0.85,19.15,charge,ch_#\n",
                        ""),
                new Format(
                        new StatementFormat.UnionPay(),
                        Bills.unionPay("01", "0502101530", "000000012345", "q0", "PG-0", "") + "\n",
                        Bills.unionPay("01", "0502101530", "000000012345", "q0000000", "PG-1", "") + "\n",
                        ""));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void rowsLeaveWhileTheBillComes(Format of) throws Exception {
        Written bill = new Written(of);
        long lineBytes = of.row().getBytes(of.charset()).length;
        long[] most = new long[2];
        long rows = new Statements(Bounds.standard()).read(of.format(), bill, Read.expected("2026-05-02"), _ -> {
            most[0] = Math.max(most[0], bill.bytes - most[1] * lineBytes);
            most[1]++;
        });
        assertThat(rows).isGreaterThanOrEqualTo(ROWS);
        assertThat(bill.bytes)
                .as("the bill is much longer than what may be ahead")
                .isGreaterThan(2 * AHEAD_MAX);
        assertThat(most[0]).as("bytes ahead of the rows").isLessThan(AHEAD_MAX);
    }
}
