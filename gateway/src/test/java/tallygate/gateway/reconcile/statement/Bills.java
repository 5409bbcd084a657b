package tallygate.gateway.reconcile.statement;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes files in the shape that providers give them. */
public final class Bills {
    public static final Charset GBK = Charset.forName("GBK");
    static final String WECHAT_HEADER = "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,"
            + "应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
    static final String WECHAT_SUMMARY = "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";
    static final String ALIPAY_HEADER = "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,"
            + "订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,"
            + "卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注";

    private Bills() {}

    /** One payment of a WeChat bill. Settled is what is left after coupons. */
    public static String wechatPaid(String time, String transaction, String order, String settled, String ordered) {
        return ticked(
                time,
                "wx01",
                "1900000555",
                "0",
                "",
                transaction,
                order,
                "openid-1",
                "JSAPI",
                "SUCCESS",
                "OTHERS",
                "CNY",
                settled,
                "0.00",
                "0",
                "0",
                "0.00",
                "0.00",
                "",
                "",
                "tea, green",
                "a`b",
                "0.06000",
                "0.60%",
                ordered,
                "0.00",
                "");
    }

    public static String wechatRefund(String time, String payment, String refund, String order, String amount) {
        return ticked(
                time,
                "wx01",
                "1900000555",
                "0",
                "",
                payment,
                order,
                "openid-1",
                "JSAPI",
                "REFUND",
                "OTHERS",
                "CNY",
                "0.00",
                "0.00",
                refund,
                "R-" + refund,
                amount,
                "0.00",
                "ORIGINAL",
                "PROCESSING",
                "tea",
                "",
                "-0.01000",
                "0.60%",
                "0.00",
                amount,
                "");
    }

    /** A movement of WeChat Pay's fund bill. */
    public static String wechatMoved(
            String time, String business, String flow, String type, String in, String amounts) {
        String[] amount = amounts.split(" ");
        return ticked(time, business, flow, type, type, in, amount[0], amount[1], "system", "a, b", "V-" + business);
    }

    /** A whole fund bill; the summary is what the caller says. */
    public static String wechatFund(List<String> rows, String... summary) {
        return "记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号\r\n"
                + String.join("\r\n", rows) + "\r\n资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额\r\n" + ticked(summary)
                + "\r\n";
    }

    public static String alipayFund(List<String> rows, String... totals) {
        return "#支付宝账务明细查询\r\n#账号：[20881234123412340156]\r\n#-----账务明细列表----\r\n"
                + "账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注\r\n"
                + String.join("\r\n", rows) + "\r\n#-----账务明细列表结束----\r\n" + String.join("\r\n", totals) + "\r\n";
    }

    /** A whole bill; the summary is what the caller says. */
    public static String wechat(List<String> rows, String... summary) {
        return "\uFEFF" + WECHAT_HEADER + "\r\n" + String.join("\r\n", rows) + (rows.isEmpty() ? "" : "\r\n")
                + WECHAT_SUMMARY + "\r\n" + ticked(summary) + "\r\n";
    }

    private static String ticked(String... values) {
        return "`" + String.join(",`", values);
    }

    public static String alipayRow(String trade, String order, String type, String done, String amount, String number) {
        return trade + "\t," + order + "\t," + type + ",cup,2026-05-02 09:00:00," + done
                + ", , , , ,*(a***@example.com)\t," + amount + "," + amount + ",0.00,0.00,0.00,0.00,0.00, ,0.00,0.00,"
                + number + ",-0.05,0.00,";
    }

    public static String alipay(List<String> rows, String... totals) {
        return "#支付宝业务明细查询\r\n#账号：[20881234123412340156]\r\n"
                + "#起始日期：[2026年05月02日 00:00:00]   终止日期：[2026年05月03日 00:00:00]\r\n"
                + "#-----业务明细列表----\r\n" + ALIPAY_HEADER + "\r\n" + String.join("\r\n", rows)
                + "\r\n#-----业务明细列表结束----\r\n" + String.join("\r\n", totals) + "\r\n#导出时间：[2026年05月03日 08:40:11]\r\n";
    }

    /** A record of a ZM file: fields put at their places, blanks elsewhere. */
    public static String unionPay(String type, String time, String fen, String query, String order, String original) {
        byte[] line = " ".repeat(607).getBytes(StandardCharsets.US_ASCII);
        put(line, 0, "S22");
        put(line, 35, time);
        put(line, 66, fen);
        put(line, 87, query);
        put(line, 112, order);
        put(line, 166, "D000000000060");
        put(line, 215, type);
        put(line, 271, original);
        put(line, 293, "898111122223333");
        put(line, 327, "小店");
        put(line, 476, original.isEmpty() ? "" : "ORIG-ORDER");
        return new String(line, StandardCharsets.ISO_8859_1);
    }

    private static void put(byte[] line, int at, String text) {
        byte[] bytes = text.getBytes(GBK);
        System.arraycopy(bytes, 0, line, at, bytes.length);
    }

    public static byte[] gzip(byte[] text) {
        return packed(out -> {
            try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write(text);
            }
        });
    }

    /** @param members name, text, name, text … */
    static byte[] zip(Charset charset, Object... members) {
        return packed(out -> {
            try (ZipOutputStream zip = new ZipOutputStream(out, charset)) {
                for (int i = 0; i < members.length; i += 2) {
                    zip.putNextEntry(new ZipEntry((String) members[i]));
                    zip.write((byte[]) members[i + 1]);
                    zip.closeEntry();
                }
            }
        });
    }

    /** Writes into a buffer. */
    private interface Packing {
        void write(ByteArrayOutputStream out) throws IOException;
    }

    private static byte[] packed(Packing packing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            packing.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
