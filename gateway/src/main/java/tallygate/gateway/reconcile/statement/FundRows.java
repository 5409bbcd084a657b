package tallygate.gateway.reconcile.statement;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes rows of a fund bill, and sums them up to be held against what the bill says of itself. */
final class FundRows {
    private static final String CURRENCY = "CNY";
    private static final List<String> FEES = List.of("手续费", "收费", "服务费", "退费");

    private long ins;
    private long in;
    private long outs;
    private long out;

    /**
     * @param flow the provider's id of the movement
     * @param business the payment or refund it belongs to
     * @param signed in minor units, negative: out
     */
    record Movement(long line, RowKind kind, String flow, String business, String order, long signed, long balance) {}

    StatementRow row(Movement one, String word, Instant at) throws BadRowException {
        if (one.signed() < 0) {
            outs++;
            out -= one.signed();
        } else {
            ins++;
            in += one.signed();
        }
        BigDecimal net = Amount.major(one.signed(), CURRENCY);
        return new StatementRow(
                one.line(),
                one.kind(),
                new RowIds(one.flow(), one.business(), one.order(), "", List.of()),
                Math.abs(one.signed()),
                CURRENCY,
                Fee.UNSAID,
                word,
                at,
                new Settlement(Optional.of(net), CURRENCY, "", OptionalLong.of(one.balance())));
    }

    /** What a movement is, by the provider's words; one that names no payment or refund is none of an order. */
    static RowKind kind(String words) {
        if (FEES.stream().anyMatch(words::contains)) {
            return RowKind.FEE;
        }
        if (words.contains("退款")) {
            return RowKind.REFUND;
        }
        if (words.contains("提现")) {
            return RowKind.PAYOUT;
        }
        return words.contains("支付") || words.contains("交易") ? RowKind.PAY : RowKind.OTHER;
    }

    long rows() {
        return ins + outs;
    }

    String saidIn() {
        return said(ins, in);
    }

    String saidOut() {
        return said(outs, out);
    }

    static String said(long rows, long minor) {
        return rows + " rows, " + minor + " fen";
    }

    static long minor(String what, String text) throws BadRowException {
        return text.isEmpty() ? 0 : Amount.minor(what, text, CURRENCY);
    }
}
