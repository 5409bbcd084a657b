package tallygate.gateway.reconcile.statement;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Alipay's account bill (账务明细): every movement of the balance with the balance behind it, in the form of the trade bill. A fee is
 * a row of its own under the trade's number. What goes out may be written with a sign or without.
 */
final class AlipayFundBill implements Reader {
    private static final Pattern TOTAL = Pattern.compile("#(支出|收入)合计[：:](\\d+)笔[，,]共(-?[\\d.]+)元");
    private static final String END = "明细列表结束";

    @Override
    public boolean isTheOne(String name, byte[] head) {
        String text = new String(head, AlipayBill.GBK);
        return text.contains("账务明细查询") && !text.contains("账务汇总查询");
    }

    @Override
    public void read(BufferedInputStream text, Taking taking) throws IOException {
        TextLines lines = new TextLines(text, AlipayBill.GBK, taking.bounds().lineCharsMax());
        FundRows rows = new FundRows();
        Columns columns = Columns.of(List.of());
        boolean isAtItsEnd = false;
        while (lines.next()) {
            String line = lines.text();
            if (line.isBlank()) {
                continue;
            }
            if (line.startsWith("#")) {
                isAtItsEnd |= line.contains(END);
                taking.attempt(lines.number(), () -> comment(line, taking, rows));
            } else if (columns.count() == 0) {
                columns = Columns.of(
                        List.of(line.split(",", -1)),
                        "账务流水号",
                        "业务流水号",
                        "发生时间",
                        "收入金额(+元)",
                        "支出金额(-元)",
                        "账户余额(元)",
                        "业务类型");
            } else {
                Cells cells = new Cells(columns, List.of(line.split(",", -1)));
                taking.attempt(lines.number(), () -> row(cells, lines.number(), taking, rows));
            }
        }
        if (!isAtItsEnd) {
            throw new BadStatementException(
                    "the bill ends after line " + lines.number() + " without its end mark: cut off");
        }
    }

    private static void row(Cells cells, long line, Taking taking, FundRows rows) throws BadRowException, IOException {
        cells.requireCount();
        Instant at = LocalTimes.plain("发生时间", cells.text("发生时间"), LocalTimes.BEIJING);
        LocalTimes.requireDay("发生时间", at, taking.expected().day(), LocalTimes.BEIJING);
        long in = FundRows.minor("收入金额", cells.text("收入金额(+元)"));
        long out = Math.abs(FundRows.minor("支出金额", cells.text("支出金额(-元)")));
        if (in < 0 || in != 0 && out != 0) {
            throw new BadRowException("收入金额 and 支出金额 are " + cells.text("收入金额(+元)") + " and " + cells.text("支出金额(-元)")
                    + ": one of them is what moved");
        }
        String word = cells.text("业务类型");
        taking.row(rows.row(
                new FundRows.Movement(
                        line,
                        FundRows.kind(word),
                        cells.need("账务流水号"),
                        Amount.id("业务流水号", cells.text("业务流水号")),
                        cells.text("商户订单号"),
                        in - out,
                        Amount.minor("账户余额", cells.text("账户余额(元)"), "CNY")),
                word,
                at));
    }

    /** The account, and below the rows what they come to. */
    private static void comment(String line, Taking taking, FundRows rows) throws BadRowException {
        AlipayBill.requireOurs(line, taking.expected());
        Matcher total = TOTAL.matcher(line);
        if (total.find()) {
            String said = FundRows.said(Long.parseLong(total.group(2)), Math.abs(FundRows.minor("合计", total.group(3))));
            String found = total.group(1).equals("收入") ? rows.saidIn() : rows.saidOut();
            if (!said.equals(found)) {
                throw new BadRowException(total.group(1) + "合计 says " + said + ", the rows come to " + found);
            }
        }
    }
}
