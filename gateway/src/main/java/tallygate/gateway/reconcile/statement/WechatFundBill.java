package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * WeChat Pay's fund bill: every movement of one balance with the balance behind it, in the form of the trade bill. A fee is a row
 * of its own; what is given back of a fee is taken off its refund's row.
 */
final class WechatFundBill implements Reader {
    private static final String SUMMARY = "资金流水总笔数";

    @Override
    public boolean isTheOne(String name, byte[] head) {
        String text = new String(head, StandardCharsets.UTF_8);
        return text.contains("记账时间") && text.contains("资金流水单号");
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        TextLines lines =
                new TextLines(text, StandardCharsets.UTF_8, taking.bounds().lineCharsMax());
        if (!lines.next()) {
            throw new BadStatementException("the bill is empty, not even a header");
        }
        Columns columns = Columns.of(
                List.of(lines.text().split(",", -1)), "记账时间", "微信支付业务单号", "资金流水单号", "收支类型", "收支金额(元)", "账户结余(元)");
        FundRows rows = new FundRows();
        while (lines.next()) {
            String line = lines.text();
            if (line.replace("`", "").startsWith(SUMMARY)) {
                summary(line, lines, taking, rows);
                return;
            }
            if (!line.isBlank()) {
                Cells cells = new Cells(columns, WechatBill.values(line));
                taking.attempt(lines.number(), () -> row(cells, lines.number(), taking, rows));
            }
        }
        throw new BadStatementException("the bill ends after line " + lines.number() + " without its summary: cut off");
    }

    private static void row(Cells cells, long line, Taking taking, FundRows rows) throws BadRowException, IOException {
        cells.requireCount();
        Instant at = LocalTimes.plain("记账时间", cells.text("记账时间"), LocalTimes.BEIJING);
        LocalTimes.requireDay("记账时间", at, taking.expected().day(), LocalTimes.BEIJING);
        long amount = FundRows.minor("收支金额", cells.text("收支金额(元)"));
        String direction = cells.text("收支类型");
        if (amount < 0 || !direction.equals("收入") && !direction.equals("支出")) {
            throw new BadRowException("收支类型 '" + direction + "' with " + cells.text("收支金额(元)")
                    + ": it is 收入 or 支出, and the amount has no sign");
        }
        String word = cells.text("业务类型", "业务名称");
        taking.row(rows.row(
                new FundRows.Movement(
                        line,
                        FundRows.kind(word),
                        cells.need("资金流水单号"),
                        Amount.id("微信支付业务单号", cells.text("微信支付业务单号")),
                        cells.text("业务凭证号"),
                        direction.equals("收入") ? amount : -amount,
                        Amount.minor("账户结余", cells.text("账户结余(元)"), "CNY")),
                word,
                at));
    }

    private static void summary(String names, TextLines lines, Taking taking, FundRows rows) throws IOException {
        if (!lines.next()) {
            throw new BadStatementException("the bill ends in the middle of its summary: cut off");
        }
        Cells said = new Cells(Columns.of(List.of(names.split(",", -1)), SUMMARY), WechatBill.values(lines.text()));
        taking.attempt(lines.number(), () -> {
            said.requireCount();
            hold(SUMMARY, said.text(SUMMARY), Long.toString(rows.rows()));
            hold("收入", said(said, "收入笔数", "收入金额"), rows.saidIn());
            hold("支出", said(said, "支出笔数", "支出金额"), rows.saidOut());
        });
    }

    private static String said(Cells said, String count, String sum) throws BadRowException {
        return said.text(count) + " rows, " + FundRows.minor(sum, said.text(sum)) + " fen";
    }

    private static void hold(String what, String said, String found) throws BadRowException {
        if (!said.equals(found)) {
            throw new BadRowException(what + " is " + said + " by the summary, the rows come to " + found);
        }
    }
}
