package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * WeChat Pay's trade bill: UTF-8, comma, no quoting, each value with a back-tick before it; a detail table and a summary of
 * one row (pay.weixin.qq.com, bill-download/format-trade). Amounts are yuan. Old files have fewer columns under other names.
 */
final class WechatBill implements Reader {
    private static final String CURRENCY = "CNY";
    private static final String SUMMARY = "总交易单数";
    private static final String TICK = "`";

    @Override
    public boolean isTheOne(String name, byte[] head) {
        return new String(head, StandardCharsets.UTF_8).contains("交易时间");
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        TextLines lines =
                new TextLines(text, StandardCharsets.UTF_8, taking.bounds().lineCharsMax());
        if (!lines.next()) {
            throw new BadStatementException("the bill is empty, not even a header");
        }
        Columns columns = Columns.of(header(lines.text()), "交易时间", "商户号", "微信订单号", "商户订单号", "交易状态");
        Sums sums = new Sums();
        while (lines.next()) {
            String line = lines.text();
            if (line.replace(TICK, "").startsWith(SUMMARY)) {
                summary(line, lines, taking, sums);
                return;
            }
            if (!line.isBlank()) {
                taking.attempt(
                        lines.number(), () -> row(new Cells(columns, values(line)), lines.number(), taking, sums));
            }
        }
        throw new BadStatementException("the bill ends after line " + lines.number() + " without its summary: cut off");
    }

    private void row(Cells cells, long line, Taking taking, Sums sums) throws BadRowException, IOException {
        cells.requireCount();
        Instant at = LocalTimes.plain("交易时间", cells.text("交易时间", "退款申请时间"), LocalTimes.BEIJING);
        LocalTimes.requireDay("交易时间", at, taking.expected().day(), LocalTimes.BEIJING);
        taking.expected().requireOurs(cells.need("商户号"));
        String transaction = cells.need("微信订单号");
        String state = cells.text("交易状态");
        long paid = minor(cells, "订单金额", "总金额", "应结订单金额");
        long refunded = minor(cells, "申请退款金额", "退款金额");
        sums.add(cells, paid, refunded);
        Fee fee = fee(cells);
        Settlement settled = Settlement.of(settled(cells).subtract(fee.amount().orElse(BigDecimal.ZERO)), CURRENCY);
        switch (state) {
            case "SUCCESS" ->
                taking.row(new StatementRow(
                        line,
                        RowKind.PAY,
                        new RowIds(transaction, "", cells.text("商户订单号"), "", List.of("paid:" + transaction)),
                        paid,
                        currency(cells),
                        fee,
                        state,
                        at,
                        settled));
            case "REFUND" -> {
                String refund = cells.need("微信退款单号");
                taking.row(new StatementRow(
                        line,
                        RowKind.REFUND,
                        new RowIds(
                                refund,
                                transaction,
                                cells.text("商户订单号"),
                                cells.text("商户退款单号"),
                                List.of("refunded:" + refund)),
                        refunded,
                        currency(cells),
                        fee,
                        cells.text("退款状态"),
                        at,
                        settled));
            }
            case "REVOKED" ->
                taking.row(new StatementRow(
                        line,
                        RowKind.REVERSED,
                        new RowIds(transaction + ":revoked", transaction, cells.text("商户订单号"), "", List.of()),
                        Math.max(paid, refunded),
                        currency(cells),
                        fee,
                        state,
                        at));
            default -> throw new BadRowException("交易状态 '" + state + "' is none of SUCCESS, REFUND, REVOKED");
        }
    }

    /** What moves the balance: without coupons of WeChat Pay's own, out for a refund. */
    private static BigDecimal settled(Cells cells) throws BadRowException {
        return Amount.major(minor(cells, "应结订单金额", "总金额") - minor(cells, "退款金额"), CURRENCY);
    }

    private static String currency(Cells cells) {
        String said = cells.text("货币种类");
        return said.isEmpty() ? CURRENCY : said;
    }

    private static Fee fee(Cells cells) throws BadRowException {
        String text = cells.text("手续费");
        return text.isEmpty() ? Fee.UNSAID : Fee.charged(Amount.decimal("手续费", text), CURRENCY);
    }

    private static long minor(Cells cells, String... names) throws BadRowException {
        String text = cells.text(names);
        long minor = text.isEmpty() ? 0 : Amount.minor(names[0], text, CURRENCY);
        if (minor < 0) {
            throw new BadRowException(names[0] + " is negative: " + text);
        }
        return minor;
    }

    private static List<String> header(String line) {
        return List.of(line.split(",", -1));
    }

    /** A product's name may hold commas and back-ticks: fields end only where a comma and a back-tick follow each other. */
    static List<String> values(String line) {
        String rest = line.startsWith(TICK) ? line.substring(1) : line;
        List<String> values = new ArrayList<>(27);
        int from = 0;
        for (int at = rest.indexOf(",`", from); at >= 0; at = rest.indexOf(",`", from)) {
            values.add(rest.substring(from, at));
            from = at + 2;
        }
        values.add(rest.substring(from));
        return values;
    }

    private static void summary(String names, TextLines lines, Taking taking, Sums sums) throws IOException {
        if (!lines.next()) {
            throw new BadStatementException("the bill ends in the middle of its summary: cut off");
        }
        Cells said = new Cells(Columns.of(header(names), SUMMARY), values(lines.text()));
        taking.attempt(lines.number(), () -> sums.hold(said, taking.rows()));
    }

    /** What the rows come to, to be held against the bill's own summary. */
    private static final class Sums {
        private long settled;
        private long refundSettled;
        private long ordered;
        private long refundAsked;
        private BigDecimal fees = BigDecimal.ZERO;

        void add(Cells cells, long paid, long refunded) throws BadRowException {
            settled += minor(cells, "应结订单金额", "总金额");
            refundSettled += minor(cells, "退款金额");
            ordered += paid;
            refundAsked += refunded;
            String fee = cells.text("手续费");
            fees = fee.isEmpty() ? fees : fees.add(Amount.decimal("手续费", fee));
        }

        void hold(Cells said, long rows) throws BadRowException {
            said.requireCount();
            String count = said.text(SUMMARY);
            if (!count.equals(Long.toString(rows))) {
                throw new BadRowException("the summary counts " + count + " rows, the bill has " + rows);
            }
            hold(said, settled, "应结订单总金额", "总交易额");
            hold(said, refundSettled, "退款总金额", "总退款金额");
            hold(said, ordered, "订单总金额");
            hold(said, refundAsked, "申请退款总金额");
            String total = said.text("手续费总金额");
            if (said.columns().has("手续费总金额") && Amount.decimal("手续费总金额", total).compareTo(fees) != 0) {
                throw new BadRowException("手续费总金额 is " + total + ", the rows come to " + fees.toPlainString());
            }
        }

        private static void hold(Cells said, long sum, String... names) throws BadRowException {
            String text = said.text(names);
            if (said.columns().first(names).isPresent() && Amount.minor(names[0], text, CURRENCY) != sum) {
                throw new BadRowException(names[0] + " is " + text + ", the rows come to "
                        + Amount.major(sum, CURRENCY).toPlainString());
            }
        }
    }
}
