package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Alipay's trade bill (业务明细): a zip with details and a summary, GBK, comma, no quoting, fields padded with a tab; lines that
 * begin with {@code #} are about the table. Amounts are yuan; refunds are negative in the column of payments.
 */
final class AlipayBill implements Reader {
    /** Holds GBK, and the few characters that Alipay writes beyond it. */
    static final Charset GBK = Charset.forName("GB18030");

    private static final String CURRENCY = "CNY";
    private static final Pattern ACCOUNT = Pattern.compile("#账号[：:]\\[(\\d+)]");
    private static final Pattern TOTAL = Pattern.compile("#(交易|退款)合计[：:](\\d+)笔.*?商家实收(?:退款)?共(-?[\\d.]+)元");
    private static final String END = "明细列表结束";

    @Override
    public boolean isTheOne(String name, byte[] head) {
        String text = new String(head, GBK);
        return text.contains("业务明细查询") && !text.contains("业务汇总查询");
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        TextLines lines = new TextLines(text, GBK, taking.bounds().lineCharsMax());
        Totals totals = new Totals();
        Columns columns = Columns.of(List.of());
        while (lines.next()) {
            String line = lines.text();
            if (line.isBlank()) {
                continue;
            }
            if (line.startsWith("#")) {
                taking.attempt(lines.number(), () -> totals.comment(line, taking.expected()));
            } else if (columns.count() == 0) {
                columns = Columns.of(List.of(line.split(",", -1)), "支付宝交易号", "商户订单号", "业务类型", "完成时间", "订单金额(元)");
            } else {
                Cells cells = new Cells(columns, List.of(line.split(",", -1)));
                taking.attempt(lines.number(), () -> row(cells, lines.number(), taking, totals));
            }
        }
        if (!totals.isAtItsEnd) {
            throw new BadStatementException(
                    "the bill ends after line " + lines.number() + " without its end mark: cut off");
        }
        totals.hold(taking);
    }

    private static void row(Cells cells, long line, Taking taking, Totals totals) throws BadRowException, IOException {
        cells.requireCount();
        Instant at = LocalTimes.plain("完成时间", cells.text("完成时间"), LocalTimes.BEIJING);
        LocalTimes.requireDay("完成时间", at, taking.expected().day(), LocalTimes.BEIJING);
        String trade = cells.need("支付宝交易号");
        long amount = Amount.minor("订单金额（元）", cells.text("订单金额(元)"), CURRENCY);
        String received = cells.text("商家实收(元)");
        String type = cells.text("业务类型");
        Fee fee = fee(cells);
        Settlement settled = received.isEmpty()
                ? Settlement.UNSAID
                : Settlement.of(
                        Amount.decimal("商家实收（元）", received)
                                .subtract(fee.amount().orElse(BigDecimal.ZERO)),
                        CURRENCY);
        switch (type) {
            case "交易" -> {
                if (amount < 0) {
                    throw new BadRowException("a payment of a negative amount: " + cells.text("订单金额(元)"));
                }
                totals.paid(received);
                taking.row(new StatementRow(
                        line,
                        RowKind.PAY,
                        new RowIds(trade, "", cells.text("商户订单号"), "", List.of("paid:" + trade)),
                        amount,
                        CURRENCY,
                        fee,
                        type,
                        at,
                        settled));
            }
            case "退款" -> {
                String number = cells.need("退款批次号/请求号");
                totals.refunded(received);
                taking.row(new StatementRow(
                        line,
                        RowKind.REFUND,
                        new RowIds(
                                trade + ":" + number,
                                trade,
                                cells.text("商户订单号"),
                                number,
                                List.of("refunded:" + trade + ":" + number)),
                        Math.abs(amount),
                        CURRENCY,
                        fee,
                        type,
                        at,
                        settled));
            }
            default -> throw new BadRowException("业务类型 '" + type + "' is neither 交易 nor 退款");
        }
    }

    /** The line that names the account, in both of Alipay's bills. */
    static void requireOurs(String line, Expected expected) throws BadRowException {
        Matcher account = ACCOUNT.matcher(line);
        if (account.find()) {
            String number = account.group(1);
            // The bill names the seller's id with 0156 behind it, which the API's id has not.
            expected.requireOurs(
                    expected.merchants().contains(number) || !number.endsWith("0156") || number.length() < 20
                            ? number
                            : number.substring(0, number.length() - 4));
        }
    }

    /** The file's sign is the other way round: charged is negative. */
    private static Fee fee(Cells cells) throws BadRowException {
        String text = cells.text("服务费(元)");
        return text.isEmpty()
                ? Fee.UNSAID
                : Fee.charged(Amount.decimal("服务费（元）", text).negate(), CURRENCY);
    }

    /** What the rows come to, and what the lines below them say. */
    private static final class Totals {
        private boolean isAtItsEnd;
        private long paidCount;
        private long paid;
        private long refundCount;
        private long refund;
        private String saidPaid = "";
        private String saidRefund = "";

        void paid(String received) throws BadRowException {
            paidCount++;
            paid += Amount.minor("商家实收（元）", received, CURRENCY);
        }

        void refunded(String received) throws BadRowException {
            refundCount++;
            refund += Amount.minor("商家实收（元）", received, CURRENCY);
        }

        void comment(String line, Expected expected) throws BadRowException {
            isAtItsEnd |= line.contains(END);
            requireOurs(line, expected);
            Matcher total = TOTAL.matcher(line);
            if (total.find()) {
                String said = total.group(2) + " rows, " + Amount.minor("合计", total.group(3), CURRENCY) + " fen";
                if (total.group(1).equals("交易")) {
                    saidPaid = said;
                } else {
                    saidRefund = said;
                }
            }
        }

        void hold(Taking taking) throws BadStatementException {
            hold(taking, "交易合计", saidPaid, paidCount + " rows, " + paid + " fen");
            hold(taking, "退款合计", saidRefund, refundCount + " rows, " + refund + " fen");
        }

        private static void hold(Taking taking, String what, String said, String found) throws BadStatementException {
            if (!said.isEmpty() && !said.equals(found)) {
                taking.problem(what + " says " + said + ", the rows come to " + found);
            }
        }
    }
}
